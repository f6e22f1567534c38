/** Compares the contracts of two versions: what both declare alike need not be validated twice. */
import { isObject } from './rules/rule-field.js';
type ComparedPairs = Map<object, Set<object>>;

/** Whether two parts of contracts, with their schemas, are equal. References are equal if what they refer to is. */
export function areEqualContracts(one: unknown, other: unknown, seen: ComparedPairs = new Map()): boolean {
  const [a, b] = [target(one), target(other)];
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  // Recursive schemas are equal unless a difference is found elsewhere.
  const compared = seen.get(a) ?? new Set();
  if (compared.has(b)) return true;
  seen.set(a, compared.add(b));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && areEqualContracts(a[key], b[key], seen))
  );
}

/** Returns what a reference refers to, and anything else unchanged. */
function target(value: unknown): unknown {
  if (!isObject(value) || value['kind'] !== 'ref' || typeof value['to'] !== 'function') return value;
  return target((value['to'] as () => unknown)());
}
