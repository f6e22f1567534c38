/** Compares enums: added values, removed values, and whether other values are allowed. */
import type { BooleanType, EnumType, IntegerType, LiteralValue, NumberType, StringType } from '../ir/index.js';
import { capitalized } from './optionality.js';
import { effectOf, combinedMovement, type Movement } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { json, list } from './sentence-parts.js';

export type EnumLike = EnumType | StringType | IntegerType | NumberType | BooleanType;

/** Either side may also be the plain type of the values, without an enum. */
export function compareEnums(at: ComparedPosition, older: EnumLike, newer: EnumLike): void {
  const before = valuesOf(older);
  const after = valuesOf(newer);
  const addedValues = without(after, before);
  const removedValues = without(before, after);
  const wasOpen = isOpen(older);
  const open = isOpen(newer);
  if (addedValues.length + removedValues.length === 0 && wasOpen === open) return;
  const opened: Movement = wasOpen === open ? 'equal' : open ? 'wider' : 'narrower';
  // An open enum allows a value before it is added and after it is removed.
  const widened: Movement = addedValues.length > 0 && !wasOpen ? 'wider' : 'equal';
  const narrowed: Movement = removedValues.length > 0 && !open ? 'narrower' : 'equal';
  const how = older.kind === 'enum' && newer.kind === 'enum' ? combinedMovement([opened, widened, narrowed]) : opened;
  at.pair.findings.push({
    kind: 'enum',
    subject: at.subject,
    place: at.place,
    before: enumFacts(older, wasOpen !== open),
    after: enumFacts(newer, wasOpen !== open),
    effect: effectOf(how),
    say: () => `${capitalized(at.label)} ${sentence(older, newer, addedValues, removedValues)}.`,
  });
}

function sentence(
  older: EnumLike,
  newer: EnumLike,
  addedValues: readonly ListedValue[],
  removedValues: readonly ListedValue[],
): string {
  if (older.kind !== 'enum')
    return `is now ${isOpen(newer) ? 'an open enum of' : 'limited to'} ${list(addedValues.map(json))}`;
  if (newer.kind !== 'enum') return `is no longer limited to ${list(removedValues.map(json))}`;
  const parts = [
    ...(addedValues.length > 0
      ? [`gained the value${addedValues.length > 1 ? 's' : ''} ${list(addedValues.map(json))}`]
      : []),
    ...(removedValues.length > 0
      ? [`lost the value${removedValues.length > 1 ? 's' : ''} ${list(removedValues.map(json))}`]
      : []),
    ...(older.open === newer.open ? [] : [newer.open ? 'now allows other values' : 'no longer allows other values']),
  ];
  return list(parts);
}

type ListedValue = LiteralValue;

/** Returns the values that the others do not contain. */
function without(values: readonly ListedValue[], others: readonly ListedValue[]): readonly ListedValue[] {
  const scalars = new Set(others);
  const structured = others.filter(isStructured);
  return values.filter((value) =>
    isStructured(value) ? !structured.some((other) => equalFacts(other, value)) : !scalars.has(value),
  );
}

function isStructured(value: ListedValue): boolean {
  return typeof value === 'object';
}

function valuesOf(type: EnumLike): readonly ListedValue[] {
  return type.kind === 'enum' ? type.values.map(({ value }) => value) : [];
}

function isOpen(type: EnumLike): boolean {
  return type.kind !== 'enum' || type.open;
}

function enumFacts(type: EnumLike, openness: boolean): unknown {
  if (type.kind !== 'enum') return type.kind;
  return openness ? { values: valuesOf(type), open: type.open } : valuesOf(type);
}
