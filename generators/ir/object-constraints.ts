/** The constraints of an object that has to fulfill those of several types. */
import type { ObjectConstraints } from './type.js';

/** Returns all constraints: the larger minimum, the smaller maximum, and every pattern. */
export function combinedConstraints(all: readonly ObjectConstraints[]): ObjectConstraints {
  const least = Math.max(...all.map(({ minProperties = 0 }) => minProperties));
  const most = Math.min(...all.map(({ maxProperties = Infinity }) => maxProperties));
  const names = all.flatMap((one) => one.propertyNames ?? []);
  const [propertyNames] = names.length > 1 ? [{ kind: 'intersection', parts: names } as const] : names;
  const required = [...new Set(all.flatMap((one) => one.required ?? []))];
  const patterns = all.flatMap((one) => one.patterns ?? []);
  const conditions = all.flatMap((one) => one.conditions ?? []);
  return {
    ...(least > 0 && { minProperties: least }),
    ...(most < Infinity && { maxProperties: most }),
    ...(required.length > 0 && { required }),
    ...(propertyNames && { propertyNames }),
    ...(patterns.length > 0 && { patterns }),
    ...(conditions.length > 0 && { conditions }),
  };
}
