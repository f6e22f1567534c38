/** The constraints of an object that has to fulfill those of several types, and whether a type has conditions. */
import type { ObjectConstraints, Type } from './type.js';

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

/** Whether conditions say something about every value of a type: they apply to `null`, too. */
export function hasConditions(type: Type): boolean {
  if (type.kind === 'intersection') return type.parts.some((part) => part.kind === 'condition' || hasConditions(part));
  return (type.kind === 'map' || type.kind === 'record') && type.conditions !== undefined;
}
