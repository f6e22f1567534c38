/** Compares two objects property by property. Properties that both inherit from one base are compared there. */
import type { Field, RecordType, Type } from '../ir/index.js';
import { compareAllowed } from './optionality.js';
import { addedPart, removedPart } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareConstraints } from './constraints.js';
import { compareDefault } from './defaults.js';
import { compareDiscriminators } from './discriminators.js';
import { compareNames, comparePatterns, compareWholes } from './object-constraints.js';
import { factsOfField, factsOfType } from './facts.js';
import type { ComparedPosition, ComparisonFinding } from './pair.js';
import { fieldPosition, restPosition } from './positions.js';
import { isSameName, type Flat, type Side } from './side.js';
import { carriers, code, json } from './sentence-parts.js';
import { compareVariants } from './variants.js';

export function compareRecords(
  comparison: Comparison,
  at: ComparedPosition,
  older: RecordType,
  newer: RecordType,
): void {
  const before = comparison.older.flat(older);
  const after = comparison.newer.flat(newer);
  const inherited = compareBases(comparison, at, older, newer);
  for (const [name, field] of after.fields) {
    if (inherited.has(name)) continue;
    const other = before.fields.get(name);
    if (other === undefined) at.pair.findings.push(added(at, field));
    else compareFields(comparison, fieldAt(at, name), other, field);
  }
  for (const [name, field] of before.fields) {
    if (!inherited.has(name) && !after.fields.has(name)) at.pair.findings.push(removed(at, field));
  }
  compareRest(comparison, at, before.rest, after.rest);
  compareConstraints(at, older, newer);
  compareNames(comparison, at, older, newer);
  comparePatterns(comparison, at, older, newer);
  compareWholes(comparison, at, older, newer);
  compareDiscriminators(at, older.discriminator, newer.discriminator);
  compareVariants(comparison, at, older, newer);
}

/** Compares a property of an object, or a header of a response. */
export function compareFields(comparison: Comparison, at: ComparedPosition, older: Field, newer: Field): void {
  compareAllowed(at, 'required', older.required, newer.required, newer.default);
  compareDefault(at, older.default, newer.default);
  comparison.values(at, older.type, newer.type, { older, newer });
}

/** Compares the bases that both have. @returns the names of the properties that were compared there */
function compareBases(
  comparison: Comparison,
  at: ComparedPosition,
  older: RecordType,
  newer: RecordType,
): ReadonlySet<string> {
  const inherited = new Set<string>();
  for (const [before, after] of commonBases(comparison, older, newer)) {
    const olderBase = inheritedFrom(comparison.older, older, before);
    const newerBase = inheritedFrom(comparison.newer, newer, after);
    if (olderBase === undefined || newerBase === undefined) continue;
    const names = new Set([...olderBase.keys(), ...newerBase.keys()]);
    const isInherited = [...names].map((name) => [
      owned(comparison.older, older, olderBase, name),
      owned(comparison.newer, newer, newerBase, name),
    ]);
    // A property that one version inherits and the other declares itself is no change: such a base is flattened.
    if (isInherited.some(([before, after]) => before !== after)) continue;
    comparison.values(at, { kind: 'reference', name: before }, { kind: 'reference', name: after });
    // What both declare themselves, such as the value of a discriminator, is compared in the object.
    [...names].filter((_name, index) => isInherited[index]?.[0] === true).forEach((name) => inherited.add(name));
  }
  return inherited;
}

function commonBases(
  comparison: Comparison,
  older: RecordType,
  newer: RecordType,
): readonly (readonly [string, string])[] {
  const left = new Set(older.bases);
  const pairs: (readonly [string, string])[] = [];
  for (const after of newer.bases) {
    const before = left.has(after) ? after : [...left].find((name) => related(comparison, name, after));
    if (before === undefined) continue;
    left.delete(before);
    pairs.push([before, after]);
  }
  return pairs;
}

/** Whether two names are one base: at least half of the properties are the same. */
function related(comparison: Comparison, before: string, after: string): boolean {
  if (isSameName(before, after)) return true;
  const older = fieldsOf(comparison.older, before);
  const newer = fieldsOf(comparison.newer, after);
  if (older === undefined || newer === undefined) return false;
  const common = [...newer.keys()].filter((name) => older.has(name)).length;
  return common > 0 && common * 2 >= Math.max(older.size, newer.size);
}

function inheritedFrom(side: Side, record: RecordType, base: string): Flat['fields'] | undefined {
  return record.bases.includes(base) ? fieldsOf(side, base) : undefined;
}

function fieldsOf(side: Side, base: string): Flat['fields'] | undefined {
  const { type } = side.resolve({ kind: 'reference', name: base });
  return type.kind === 'record' ? side.flat(type).fields : undefined;
}

function owned(side: Side, record: RecordType, base: Flat['fields'], name: string): boolean {
  return side.flat(record).fields.get(name) === base.get(name);
}

const anyType: Type = { kind: 'any' };

/** Compares additional properties. */
function compareRest(
  comparison: Comparison,
  at: ComparedPosition,
  older: Type | undefined,
  newer: Type | undefined,
): void {
  // Without a type, other keys mean the same as undeclared ones.
  if ((older ?? anyType).kind === 'any' && (newer ?? anyType).kind === 'any') return;
  const rest: ComparedPosition = { pair: at.pair, subject: 'field', ...restPosition(at) };
  if (older !== undefined && newer !== undefined) return comparison.values(rest, older, newer);
  at.pair.findings.push({
    kind: newer === undefined ? 'removed' : 'added',
    subject: 'field',
    place: rest.place,
    ...(older && { before: factsOfType(older) }),
    ...(newer && { after: factsOfType(newer) }),
    effect: newer === undefined ? removedPart : addedPart(false),
    say: () => `${code(at.place)} ${newer === undefined ? 'no longer' : 'now'} defines additional properties.`,
  });
}

function fieldAt(at: ComparedPosition, name: string): ComparedPosition {
  return { pair: at.pair, subject: 'field', ...fieldPosition(at, name) };
}

function added(at: ComparedPosition, field: Field): ComparisonFinding {
  const { place } = fieldAt(at, field.name);
  return {
    kind: 'added',
    subject: 'field',
    place,
    after: factsOfField(field),
    effect: addedPart(field.required, field.default),
    say: (reach) => {
      const by = field.default === undefined ? '' : `, with the default ${json(field.default)}`;
      const how = {
        request: `it is required${by}`,
        response: 'it is always present',
        both: `it is required${by} and always present`,
      };
      return `${code(place)} was added${carriers('to', reach)}${field.required ? `; ${how[reach.direction]}` : ''}.`;
    },
  };
}

function removed(at: ComparedPosition, field: Field): ComparisonFinding {
  const { place } = fieldAt(at, field.name);
  return {
    kind: 'removed',
    subject: 'field',
    place,
    before: factsOfField(field),
    effect: removedPart,
    say: (reach) => `${code(place)} was removed${carriers('from', reach)}.`,
  };
}
