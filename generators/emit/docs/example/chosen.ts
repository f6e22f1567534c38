/** The fields of a record that an example shows: the required ones, and a few useful ones. */
import type { Field, Json, Notes, Rule } from '../../../emitter/index.js';
import { isEmpty } from './empty.js';
import type { ExamplePosition } from './examples.js';

/** The number of optional fields to show, by depth. */
const counts = { request: [5, 3, 2, 2, 1], response: [5, 2, 1] } as const;

/** Rules that require one of their fields. */
const requiringOne = new Set(['at-least-one-of', 'exactly-one-of']);

/** Rules whose first field depends on the second, which is unrestricted as long as the first is absent. */
const depending = new Set(['only-when', 'not-when', 'requires']);

/**
 * Rules of which at most one field is shown, since the fields exclude each other or their values would have to match.
 */
const exclusive = new Set(['excludes', 'at-most-one-of', 'exactly-one-of', 'greater-than', 'not-less-than']);

/** Rules whose fields are shown only if they are required. */
const difficult = new Set(['needs-when', 'current-version']);

type Choosable = Pick<Field, 'name' | 'required' | 'deprecated' | 'until' | 'example'>;

/**
 * Chooses the fields to show.
 *
 * @param notes the rules of the object, and the order of preference of its optional fields
 * @param minimum how many properties the object must have
 * @returns the names, each with whether the object would be invalid without it
 */
export function chosen<Each extends Choosable>(
  fields: readonly Each[],
  at: Pick<ExamplePosition, 'use' | 'depth'>,
  { rules = [], exampleOrder = [] }: Pick<Notes, 'rules' | 'exampleOrder'>,
  isEndless: (field: Each) => boolean,
  minimum = 0,
): ReadonlyMap<string, boolean> {
  const showable = new Set(fields.filter((field) => isShowable(field, exampleOrder)).map(({ name }) => name));
  const rank = (name: string) => {
    const position = exampleOrder.indexOf(name);
    return position === -1 ? exampleOrder.length : position;
  };
  const names = new Set(fields.filter(({ required }) => required).map(({ name }) => name));
  for (const { kind, fields: among = [], value } of rules) {
    const own = among.filter((name) => fields.some((field) => field.name === name));
    const preference = (name: string) => (showable.has(name) ? rank(name) : exampleOrder.length + 1);
    const [first] = [...own].sort((a, b) => preference(a) - preference(b));
    if (first === undefined || own.some((name) => names.has(name))) continue;
    // Required while the deciding field is absent.
    if (kind === 'needs-when' && own[0] !== undefined && String(value).split('|').includes('')) names.add(own[0]);
    else if (requiringOne.has(kind) || (kind === 'at-most-one-of' && exampleOrder.includes(first))) names.add(first);
  }
  const optional = fields.filter(
    (field) =>
      !names.has(field.name) &&
      field.deprecated === undefined &&
      field.until === undefined &&
      showable.has(field.name) &&
      !isEndless(field),
  );
  const isAllowed = (name: string, given: ReadonlySet<string>) => !rules.some((rule) => forbids(rule, name, given));
  const given = new Set(names);
  const count = names.size + (counts[at.use][at.depth] ?? 0);
  for (const { name } of [...optional].sort((a, b) => rank(a.name) - rank(b.name))) {
    if (given.size < count && isAllowed(name, given)) given.add(name);
  }
  for (const field of [...optional.filter(({ name }) => given.has(name)), ...fields]) {
    const { name } = field;
    if (names.size >= minimum || names.has(name) || isEndless(field) || !(given.has(name) || isAllowed(name, given)))
      continue;
    names.add(name);
    given.add(name);
  }
  return new Map([...given].map((name) => [name, names.has(name)]));
}

/** Tells whether a rule forbids a field in addition to those that are shown. */
function forbids({ kind, fields: among = [] }: Rule, name: string, given: ReadonlySet<string>): boolean {
  const heads = among.map(headOf);
  if (!heads.includes(name)) return false;
  if (exclusive.has(kind)) return heads.some((head) => head !== name && given.has(head));
  return difficult.has(kind) || (depending.has(kind) && (heads[0] === name || given.has(heads[0] ?? '')));
}

/** Tells whether an optional field is worth showing: it has a non-empty example, or a position in the order. */
export function isShowable(
  { name, example }: Pick<Field, 'name' | 'example'>,
  exampleOrder: readonly string[] = [],
): boolean {
  return example === undefined ? exampleOrder.includes(name) : !isEmpty(example as Json);
}

function headOf(path: string): string {
  return path.replace(/^body\./, '').split('.')[0] ?? path;
}
