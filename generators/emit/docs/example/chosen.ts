/** Which fields of a record an example shows: what must be given, and a few that are worth seeing. */
import type { Field, Rule } from '../../../ir/index.js';
import type { At } from './examples.js';
import { byName, byPlace, favourites } from './words.js';

/** How many optional fields are shown, by depth. */
const counts = { request: [5, 3, 2, 2, 1], response: [5, 2, 1] } as const;

/** One of these must be there; */
const wanting = new Set(['at-least-one-of', 'exactly-one-of']);

/** and of these fields some may only be given together with others, or not. */
const excluding = new Set([
  ...['only-when', 'not-when', 'needs-when', 'requires', 'excludes', 'at-most-one-of', 'exactly-one-of'],
  ...['greater-than', 'not-less-than', 'current-version'],
]);

type Choosable = Pick<Field, 'name' | 'required' | 'deprecated' | 'until' | 'example'>;

export function chosen<Each extends Choosable>(
  fields: readonly Each[],
  at: Pick<At, 'use' | 'depth' | 'owner'>,
  rules: readonly Rule[],
  isEndless: (field: Each) => boolean,
): ReadonlySet<string> {
  const names = new Set(fields.filter(({ required }) => required).map(({ name }) => name));
  for (const { kind, fields: among = [], value } of rules) {
    const own = among.filter((name) => fields.some((field) => field.name === name));
    const [first] = [...own].sort((a, b) => rank(a) - rank(b));
    if (first === undefined || own.some((name) => names.has(name))) continue;
    // Needed where the field that decides is not given.
    if (kind === 'needs-when' && own[0] !== undefined && String(value).split('|').includes('')) names.add(own[0]);
    else if (wanting.has(kind) || (kind === 'at-most-one-of' && favourites.includes(first))) names.add(first);
  }
  const risky = new Set(
    rules.filter(({ kind }) => excluding.has(kind)).flatMap(({ fields: among = [] }) => among.map(headOf)),
  );
  const optional = fields.filter(
    (field) =>
      !names.has(field.name) &&
      !risky.has(field.name) &&
      field.deprecated === undefined &&
      field.until === undefined &&
      (field.example !== undefined || isKnown(field.name, at.owner)) &&
      !isEndless(field),
  );
  const count = counts[at.use][at.depth] ?? 0;
  const more = [...optional].sort((a, b) => rank(a.name) - rank(b.name)).slice(0, count);
  for (const { name } of more) names.add(name);
  return names;
}

/** What nothing sensible can be said for is not worth showing. */
export function isKnown(name: string, owner: string): boolean {
  return favourites.includes(name) || Object.hasOwn(byName, name) || Object.hasOwn(byPlace, `${owner}.${name}`);
}

function rank(name: string): number {
  const place = favourites.indexOf(name);
  return place === -1 ? favourites.length : place;
}

function headOf(path: string): string {
  return path.replace(/^body\./, '').split('.')[0] ?? path;
}
