/** Where ajv is wrong, each with its reason; pairs of such schemas are not compared. */

/** @typedef {import('./schemas.mjs').JsonSchema} JsonSchema */

/** @type {readonly { readonly reason: string, readonly isIn: (schema: Readonly<Record<string, unknown>>) => boolean }[]} */
export const knownDifferences = [
  {
    reason: 'ajv accepts an array without items for `contains` beside a `prefixItems` that no item fits',
    isIn: ({ contains, prefixItems }) => contains !== undefined && prefixItems !== undefined,
  },
  {
    reason: '`oneOf` of an enum and any string is an open enum, as `anyOf` is, although a listed value fits both',
    isIn: ({ oneOf }) =>
      Array.isArray(oneOf) &&
      oneOf.length === 2 &&
      oneOf[0]?.enum !== undefined &&
      Object.keys(oneOf[1] ?? {}).every((key) => key === 'type'),
  },
  {
    reason:
      'ajv takes every item for evaluated where `contains` is, and where an alternative that does not fit describes items',
    isIn: (schema) =>
      'unevaluatedItems' in schema &&
      (JSON.stringify(schema).includes('"contains":') || ['anyOf', 'oneOf'].some((key) => key in schema)),
  },
  {
    reason:
      'the type is stated around a part that requires properties beside alternatives, and implied in what ajv reads',
    isIn: ({ type, allOf }) =>
      typeof type === 'string' &&
      type !== 'object' &&
      Array.isArray(allOf) &&
      allOf.some((part) => part?.required !== undefined && part.type === undefined && Object.keys(part).length > 1),
  },
  {
    reason: 'ajv takes what `then` describes for evaluated where `if` does not apply',
    isIn: (schema) =>
      ['unevaluatedProperties', 'unevaluatedItems'].some((key) => key in schema) &&
      JSON.stringify(schema).includes('"if":'),
  },
];

/** Returns the reason why a schema is not compared, if there is one. @param {unknown} schema @returns {string | undefined} */
export function knownReason(schema) {
  if (typeof schema !== 'object' || schema === null) return undefined;
  const own = knownDifferences.find(({ isIn }) => isIn(/** @type {Record<string, unknown>} */ (schema)));
  return (
    own?.reason ??
    Object.values(schema)
      .map(knownReason)
      .find((reason) => reason !== undefined)
  );
}
