/** Compares parameters. Path parameters are matched by position, all others by location and name. */
import type { Operation, Parameter } from '../ir/index.js';
import { capitalized, compareAllowed } from './optionality.js';
import { addedPart, nonBreaking, effectOf, removedPart } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { compareDefault } from './defaults.js';
import { compareEncodings } from './encodings.js';
import { factsOfParameter } from './facts.js';
import type { ComparedPosition, ComparisonFinding, ComparedPair } from './pair.js';
import { code, json } from './sentence-parts.js';

export function compareParameters(
  comparison: Comparison,
  pair: ComparedPair,
  older: Operation,
  newer: Operation,
): void {
  const before = keyed(older);
  const after = keyed(newer);
  for (const [key, parameter] of after) {
    const at = parameterAt(pair, newer, parameter);
    const other = before.get(key);
    if (other === undefined) pair.findings.push(added(at, newer, parameter));
    else compareTwo(comparison, at, other, parameter);
  }
  for (const [key, parameter] of before) {
    if (!after.has(key)) pair.findings.push(removed(parameterAt(pair, newer, parameter), newer, parameter));
  }
}

function compareTwo(comparison: Comparison, at: ComparedPosition, older: Parameter, newer: Parameter): void {
  if (newer.in === 'path' && older.name !== newer.name) at.pair.findings.push(renamed(at, older, newer));
  compareAllowed(at, 'required', older.required, newer.required, newer.default);
  compareDefault(at, older.default, newer.default);
  compareEncodings(comparison, at, older, newer);
  if (older.allowEmptyValue !== newer.allowEmptyValue) at.pair.findings.push(emptied(at, older, newer));
  comparison.values(at, older.type, newer.type, { older, newer });
}

function keyed({ path, parameters }: Operation): ReadonlyMap<string, Parameter> {
  const positions = [...path.matchAll(/\{([^{}:]*)[^{}]*\}/g)].map(([, name]) => name);
  return new Map(parameters.map((parameter) => [key(parameter, positions), parameter]));
}

function key({ name, in: place }: Parameter, positions: readonly (string | undefined)[]): string {
  const position = place === 'path' ? positions.indexOf(name) : -1;
  if (position >= 0) return `path ${position}`;
  // Headers are case-insensitive. A path parameter that the path does not contain is matched by name.
  return `${place} ${place === 'header' ? name.toLowerCase() : `"${name}"`}`;
}

function parameterAt(pair: ComparedPair, { id }: Operation, { name, in: place }: Parameter): ComparedPosition {
  const label = `${code(name)} (${place}) of ${id}`;
  return { pair, subject: 'parameter', place: `${id} ${place} ${name}`, label };
}

function added(at: ComparedPosition, { id }: Operation, parameter: Parameter): ComparisonFinding {
  const { name, in: place, required } = parameter;
  return {
    kind: 'added',
    subject: 'parameter',
    place: at.place,
    after: factsOfParameter(parameter),
    effect: addedPart(required, parameter.default),
    say: () => {
      const by = parameter.default === undefined ? '' : `, with the default ${json(parameter.default)}`;
      return `${code(name)} (${place}) was added to ${id}${required ? `; it is required${by}` : ''}.`;
    },
  };
}

function removed(at: ComparedPosition, { id }: Operation, parameter: Parameter): ComparisonFinding {
  return {
    kind: 'removed',
    subject: 'parameter',
    place: at.place,
    before: factsOfParameter(parameter),
    effect: removedPart,
    say: () => `${code(parameter.name)} (${parameter.in}) was removed from ${id}.`,
  };
}

function renamed(at: ComparedPosition, older: Parameter, newer: Parameter): ComparisonFinding {
  return {
    kind: 'renamed',
    subject: 'parameter',
    place: at.place,
    before: older.name,
    after: newer.name,
    effect: nonBreaking,
    say: () => `${code(older.name)} was renamed to ${at.label}; requests and responses do not change.`,
  };
}

function emptied(at: ComparedPosition, older: Parameter, newer: Parameter): ComparisonFinding {
  const isAllowed = newer.allowEmptyValue === true;
  return {
    kind: 'constraint',
    subject: 'parameter',
    place: at.place,
    before: { allowEmptyValue: older.allowEmptyValue === true },
    after: { allowEmptyValue: isAllowed },
    effect: effectOf(isAllowed ? 'wider' : 'narrower'),
    say: () => `${capitalized(at.label)} may ${isAllowed ? 'now' : 'no longer'} be sent without a value.`,
  };
}
