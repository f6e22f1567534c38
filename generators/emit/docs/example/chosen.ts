/** Which fields of a record an example shows: what must be given, and a few that are worth seeing. */
import type { Json } from '../../../document/index.js';
import type { Field, Notes, Rule } from '../../../ir/index.js';
import { isEmpty } from './empty.js';
import type { At } from './examples.js';

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

/**
 * @param notes the rules of the object, and the order in which its optional fields are worth showing
 * @returns the names, and of each whether the object would be invalid without it
 */
export function chosen<Each extends Choosable>(
  fields: readonly Each[],
  at: Pick<At, 'use' | 'depth'>,
  { rules = [], exampleOrder = [] }: Pick<Notes, 'rules' | 'exampleOrder'>,
  isEndless: (field: Each) => boolean,
): ReadonlyMap<string, boolean> {
  const showable = new Set(fields.filter((field) => isShowable(field, exampleOrder)).map(({ name }) => name));
  const rank = (name: string) => {
    const place = exampleOrder.indexOf(name);
    return place === -1 ? exampleOrder.length : place;
  };
  const names = new Set(fields.filter(({ required }) => required).map(({ name }) => name));
  for (const { kind, fields: among = [], value } of rules) {
    const own = among.filter((name) => fields.some((field) => field.name === name));
    const worth = (name: string) => (showable.has(name) ? rank(name) : exampleOrder.length + 1);
    const [first] = [...own].sort((a, b) => worth(a) - worth(b));
    if (first === undefined || own.some((name) => names.has(name))) continue;
    // Needed where the field that decides is not given.
    if (kind === 'needs-when' && own[0] !== undefined && String(value).split('|').includes('')) names.add(own[0]);
    else if (wanting.has(kind) || (kind === 'at-most-one-of' && exampleOrder.includes(first))) names.add(first);
  }
  const optional = fields.filter(
    (field) =>
      !names.has(field.name) &&
      field.deprecated === undefined &&
      field.until === undefined &&
      showable.has(field.name) &&
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

/** Whether an optional field has something to show: an example that is not empty, or a place in the order. */
export function isShowable(
  { name, example }: Pick<Field, 'name' | 'example'>,
  exampleOrder: readonly string[] = [],
): boolean {
  return example === undefined ? exampleOrder.includes(name) : !isEmpty(example as Json);
}

function headOf(path: string): string {
  return path.replace(/^body\./, '').split('.')[0] ?? path;
}
