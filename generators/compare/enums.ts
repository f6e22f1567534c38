/** Compares enums: added values, removed values, and whether other values are allowed. */
import type { EnumType, IntegerType, StringType } from '../ir/index.js';
import { capital } from './optionality.js';
import { moved, together, type Movement } from './breaking-changes.js';
import type { At } from './pair.js';
import { json, list } from './words.js';

type Listed = EnumType | StringType | IntegerType;

/** Either side may also be the plain type of the values, without an enum. */
export function compareEnums(at: At, older: Listed, newer: Listed): void {
  const before = valuesOf(older);
  const after = valuesOf(newer);
  const come = after.filter((value) => !before.includes(value));
  const gone = before.filter((value) => !after.includes(value));
  const wasOpen = isOpen(older);
  const open = isOpen(newer);
  if (come.length + gone.length === 0 && wasOpen === open) return;
  const opened: Movement = wasOpen === open ? 'same' : open ? 'wider' : 'narrower';
  // An open enum allows a value before it is added and after it is removed.
  const widened: Movement = come.length > 0 && !wasOpen ? 'wider' : 'same';
  const narrowed: Movement = gone.length > 0 && !open ? 'narrower' : 'same';
  const how = older.kind === 'enum' && newer.kind === 'enum' ? together([opened, widened, narrowed]) : opened;
  at.pair.findings.push({
    kind: 'enum',
    subject: at.subject,
    place: at.place,
    before: told(older, wasOpen !== open),
    after: told(newer, wasOpen !== open),
    effect: moved(how),
    say: () => `${capital(at.label)} ${sentence(older, newer, come, gone)}.`,
  });
}

function sentence(older: Listed, newer: Listed, come: readonly Value[], gone: readonly Value[]): string {
  if (older.kind !== 'enum')
    return `is now ${isOpen(newer) ? 'an open enum of' : 'limited to'} ${list(come.map(json))}`;
  if (newer.kind !== 'enum') return `is no longer limited to ${list(gone.map(json))}`;
  const said = [
    ...(come.length > 0 ? [`gained the value${come.length > 1 ? 's' : ''} ${list(come.map(json))}`] : []),
    ...(gone.length > 0 ? [`lost the value${gone.length > 1 ? 's' : ''} ${list(gone.map(json))}`] : []),
    ...(older.open === newer.open ? [] : [newer.open ? 'now allows other values' : 'no longer allows other values']),
  ];
  return list(said);
}

type Value = string | number;

function valuesOf(type: Listed): readonly Value[] {
  return type.kind === 'enum' ? type.values.map(({ value }) => value) : [];
}

function isOpen(type: Listed): boolean {
  return type.kind !== 'enum' || type.open;
}

function told(type: Listed, openness: boolean): unknown {
  if (type.kind !== 'enum') return type.kind;
  return openness ? { values: valuesOf(type), open: type.open } : valuesOf(type);
}
