/** Which fields of a record an example shows: what must be given, and a few that are worth seeing. */
import type { Field, Rule } from '../../../ir/index.js';
import type { At } from './examples.js';
import { favourites, toldOf } from './words.js';

/** How many optional fields are shown, by depth. */
const counts = { request: [5, 3, 2, 2, 1], response: [5, 2, 1] } as const;

/** One of these must be there; */
const wanting = new Set(['at-least-one-of', 'exactly-one-of']);

/** of these the first field depends on the second, which is free as long as the first is not given; */
const depending = new Set(['only-when', 'not-when', 'requires']);

/** of these no two are given, since they exclude each other or would have to fit; */
const apart = new Set(['excludes', 'at-most-one-of', 'exactly-one-of', 'greater-than', 'not-less-than']);

/** and of these none is, unless it must. */
const difficult = new Set(['needs-when', 'current-version']);

type Choosable = Pick<Field, 'name' | 'required' | 'deprecated' | 'until' | 'example'>;

/** @returns the names, and of each whether the record would be wrong without it */
export function chosen<Each extends Choosable>(
  fields: readonly Each[],
  at: Pick<At, 'use' | 'depth' | 'owner'>,
  rules: readonly Rule[],
  isEndless: (field: Each) => boolean,
): ReadonlyMap<string, boolean> {
  const names = new Set(fields.filter(({ required }) => required).map(({ name }) => name));
  for (const { kind, fields: among = [], value } of rules) {
    const own = among.filter((name) => fields.some((field) => field.name === name));
    const worth = (name: string) => (isKnown(name, at.owner) ? rank(name) : favourites.length + 1);
    const [first] = [...own].sort((a, b) => worth(a) - worth(b));
    if (first === undefined || own.some((name) => names.has(name))) continue;
    // Needed where the field that decides is not given.
    if (kind === 'needs-when' && own[0] !== undefined && String(value).split('|').includes('')) names.add(own[0]);
    else if (wanting.has(kind) || (kind === 'at-most-one-of' && favourites.includes(first))) names.add(first);
  }
  const optional = fields.filter(
    (field) =>
      !names.has(field.name) &&
      field.deprecated === undefined &&
      field.until === undefined &&
      (field.example !== undefined || isKnown(field.name, at.owner)) &&
      !isEndless(field),
  );
  const given = new Set(names);
  const count = names.size + (counts[at.use][at.depth] ?? 0);
  for (const { name } of [...optional].sort((a, b) => rank(a.name) - rank(b.name))) {
    if (given.size < count && !rules.some((rule) => forbids(rule, name, given))) given.add(name);
  }
  return new Map([...given].map((name) => [name, names.has(name)]));
}

/** Whether a rule speaks against a field beside those that are given. */
function forbids({ kind, fields: among = [] }: Rule, name: string, given: ReadonlySet<string>): boolean {
  const heads = among.map(headOf);
  if (!heads.includes(name)) return false;
  if (apart.has(kind)) return heads.some((head) => head !== name && given.has(head));
  return difficult.has(kind) || (depending.has(kind) && (heads[0] === name || given.has(heads[0] ?? '')));
}

/** What nothing sensible can be said for, or nothing at all, is not worth showing. */
export function isKnown(name: string, owner: string): boolean {
  const told = toldOf(name, owner);
  return told.length === 0 ? favourites.includes(name) : told.some((value) => value !== '' && value !== null);
}

function rank(name: string): number {
  const place = favourites.indexOf(name);
  return place === -1 ? favourites.length : place;
}

function headOf(path: string): string {
  return path.replace(/^body\./, '').split('.')[0] ?? path;
}
