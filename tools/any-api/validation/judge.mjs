/** What ajv says about a value, by JSON Schema 2020-12, with one difference: the types that keywords imply. */
import ajvModule from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';

const [Ajv, addFormats] = /** @type {any[]} */ ([ajvModule, formatsModule]);

/** @typedef {import('./examples.mjs').JsonSchema} JsonSchema */

/**
 * @param {Readonly<Record<string, JsonSchema>>} schemas those that others refer to
 * @returns {(schema: JsonSchema) => (value: unknown) => boolean | undefined} undefined where what ajv compiles ends with an exception, as for
 * some schemas of `unevaluatedProperties`
 */
export function judgeOf(schemas) {
  const ajv = new Ajv({ strict: false, validateFormats: true, logger: false });
  addFormats(ajv);
  const stated = Object.entries(schemas).map(([name, schema]) => [name, statedTypes(schema)]);
  ajv.addSchema({ $id: 'document', components: { schemas: Object.fromEntries(stated) } });
  return (schema) => {
    const text = JSON.stringify(statedTypes(schema)).replaceAll('"#/components/', '"document#/components/');
    const validate = ajv.compile(JSON.parse(text));
    return (value) => {
      try {
        return validate(value);
      } catch (error) {
        if (error instanceof ReferenceError || error instanceof TypeError) return undefined;
        throw error;
      }
    };
  };
}

/**
 * Returns a schema with the types that it implies: keywords that only objects or arrays have imply the type, as in every generator of
 * types, unless a schema around them states one. Inside of `not` and `if`, and for all other keywords, a schema without a type constrains
 * values of the keyword's type alone.
 *
 * @param {JsonSchema} schema @param {{ isTested?: boolean, isTyped?: boolean }} [context] `isTyped`: a schema around it states the type
 * @returns {JsonSchema}
 */
function statedTypes(schema, { isTested = false, isTyped = false } = {}) {
  if (typeof schema !== 'object') return schema;
  const own = typeof schema['type'] === 'string';
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isPart = combining.includes(key);
      const context = {
        isTested: isTested || key === 'not' || key === 'if',
        isTyped: isPart && (own || (key === 'allOf' && statesType(value))),
      };
      if (holdingOne.includes(key)) return [key, statedTypes(value, context)];
      if (!holdingMany.includes(key) || typeof value !== 'object' || value === null) return [key, value];
      if (Array.isArray(value)) return [key, value.map((each) => statedTypes(each, context))];
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, statedTypes(each, context)]))];
    }),
  );
  const isCombined = '$ref' in schema || combining.some((key) => key in schema);
  const type = isTested || (isTyped && !isCombined) || statesType(schema['allOf']) ? undefined : impliedType(schema);
  return type === undefined ? inner : { ...inner, type };
}

const combining = ['allOf', 'oneOf', 'anyOf'];
const conditional = ['$ref', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];
const holdingOne = [
  ...['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const holdingMany = [...combining, 'properties', 'patternProperties', 'dependentSchemas', 'prefixItems'];

/** Whether a part states a type, other than that of objects. */
function statesType(parts) {
  return Array.isArray(parts) && parts.some((part) => typeof part?.type === 'string' && part.type !== 'object');
}

function impliedType(schema) {
  if (['type', 'enum', 'const'].some((key) => key in schema)) return undefined;
  const objects = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'];
  if (objects.some((key) => typeof schema[key] === 'object') || schema.required?.length > 0) return 'object';
  if ('minProperties' in schema || 'maxProperties' in schema) return 'object';
  if (typeof schema.items === 'object' || 'prefixItems' in schema) return 'array';
  // Without other parts and without those, they are `additionalProperties` and `items`.
  if ([...combining, ...conditional].some((key) => key in schema)) return undefined;
  if (typeof schema.unevaluatedProperties === 'object' && !('additionalProperties' in schema)) return 'object';
  const isItems = !('contains' in schema) && !('items' in schema);
  return typeof schema.unevaluatedItems === 'object' && isItems ? 'array' : undefined;
}

/** Where ajv is wrong; values of such schemas are not compared. */
const knownDifferences = [
  // ajv accepts an array without items for `contains` beside a `prefixItems` that no item fits.
  ({ contains, prefixItems }) => contains !== undefined && prefixItems !== undefined,
  // `oneOf` of an enum and any string is an open enum, as `anyOf` is, although a listed value fits both.
  ({ oneOf }) =>
    oneOf?.length === 2 && oneOf[0]?.enum !== undefined && Object.keys(oneOf[1] ?? {}).every((key) => key === 'type'),
  // ajv takes every item for evaluated where `contains` is, and where an alternative that does not fit describes items.
  (schema) => 'unevaluatedItems' in schema && ('anyOf' in schema || 'oneOf' in schema || says(schema, 'contains')),
  // The type is stated around a part that requires properties beside alternatives, and implied in what ajv reads.
  ({ type, allOf }) =>
    typeof type === 'string' &&
    type !== 'object' &&
    allOf?.some?.((part) => part?.required !== undefined && part.type === undefined && Object.keys(part).length > 1),
  // ajv takes what `then` describes for evaluated where `if` does not apply.
  (schema) => ('unevaluatedProperties' in schema || 'unevaluatedItems' in schema) && says(schema, 'if'),
];

const says = (schema, keyword) => JSON.stringify(schema).includes(`"${keyword}":`);

/** Whether a schema is compared: no part of it is one for which ajv is wrong. @returns {boolean} */
export function isCompared(schema) {
  if (typeof schema !== 'object' || schema === null) return true;
  return !knownDifferences.some((isIn) => isIn(schema)) && Object.values(schema).every(isCompared);
}
