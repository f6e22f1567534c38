/**
 * The one difference from JSON Schema: keywords that only objects or arrays have imply the type, as in every generator of types,
 * unless a schema around them states one. Inside of `not` and `if`, and for all other keywords, a schema without a type constrains
 * values of the keyword's type alone.
 */

/** @typedef {import('./schemas.mjs').JsonSchema} JsonSchema */

/**
 * Returns the schema with the types that it implies.
 * @param {JsonSchema} schema @param {{ readonly isTested?: boolean, readonly isTyped?: boolean }} [context] `isTyped`: a schema around it states the type
 * @returns {JsonSchema}
 */
export function statedTypes(schema, { isTested = false, isTyped = false } = {}) {
  if (typeof schema !== 'object') return schema;
  const own = typeof schema['type'] === 'string';
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isPart = combining.has(key);
      const context = {
        isTested: isTested || key === 'not' || key === 'if',
        isTyped: isPart && (own || (key === 'allOf' && statesType(value))),
      };
      if (holdingOne.has(key)) return [key, statedTypes(/** @type {JsonSchema} */ (value), context)];
      if (Array.isArray(value) && holdingMany.has(key)) return [key, value.map((each) => statedTypes(each, context))];
      if (!holdingMany.has(key) || typeof value !== 'object' || value === null) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, statedTypes(each, context)]))];
    }),
  );
  const isCombined = '$ref' in schema || [...combining].some((key) => key in schema);
  const type = isTested || (isTyped && !isCombined) || statesType(schema['allOf']) ? undefined : impliedType(schema);
  return type === undefined ? inner : { ...inner, type };
}

const combining = new Set(['allOf', 'oneOf', 'anyOf']);
const conditional = ['$ref', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];
const holdingOne = new Set([
  'items',
  'additionalProperties',
  'not',
  'propertyNames',
  'contains',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const holdingMany = new Set([...combining, 'properties', 'patternProperties', 'dependentSchemas', 'prefixItems']);

/** Whether a part states a type, other than that of objects. @param {unknown} parts */
function statesType(parts) {
  return Array.isArray(parts) && parts.some((part) => typeof part?.type === 'string' && part.type !== 'object');
}

/** @param {Readonly<Record<string, unknown>>} schema */
function impliedType(schema) {
  if (['type', 'enum', 'const'].some((key) => key in schema)) return undefined;
  const objects = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'];
  const { required } = schema;
  if (objects.some((key) => typeof schema[key] === 'object') || (Array.isArray(required) && required.length > 0))
    return 'object';
  if ('minProperties' in schema || 'maxProperties' in schema) return 'object';
  if (typeof schema['items'] === 'object' || 'prefixItems' in schema) return 'array';
  // Without other parts and without those, they are `additionalProperties` and `items`.
  if ([...combining, ...conditional].some((key) => key in schema)) return undefined;
  if (typeof schema['unevaluatedProperties'] === 'object' && !('additionalProperties' in schema)) return 'object';
  const isItems = !('contains' in schema) && !('items' in schema);
  return typeof schema['unevaluatedItems'] === 'object' && isItems ? 'array' : undefined;
}
