/** The constraints of an object that has to fulfill those of several types. */
import type { ObjectConstraints } from './type.js';

/** Returns all constraints: the larger minimum, the smaller maximum, and every pattern. */
export function combinedConstraints(all: readonly ObjectConstraints[]): ObjectConstraints {
  const least = Math.max(...all.map(({ minProperties = 0 }) => minProperties));
  const most = Math.min(...all.map(({ maxProperties = Infinity }) => maxProperties));
  const propertyNames = all.find((one) => one.propertyNames !== undefined)?.propertyNames;
  const patterns = all.flatMap((one) => one.patterns ?? []);
  return {
    ...(least > 0 && { minProperties: least }),
    ...(most < Infinity && { maxProperties: most }),
    ...(propertyNames && { propertyNames }),
    ...(patterns.length > 0 && { patterns }),
  };
}
