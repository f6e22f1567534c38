/** Replaces the `not` of a schema by what the IR can say: fewer types, fewer values, or a property that must be absent. */
import { equal, get, isArray, isObject, type Json, type JsonObject } from './json.js';

/** The schema of no value. An empty list of types or values would be read as any. */
const nothing: JsonObject = { not: {} };

/** Returns the schema without its `not`, if its other keywords can say the same; otherwise the schema itself. */
export function withoutNegation(schema: JsonObject): JsonObject {
  const not = get(schema, 'not');
  if (!isObject(not)) return schema;
  const keys = Object.keys(not);
  const [key] = keys;
  if (key === undefined || keys.length > 1) return schema;
  const { not: _not, ...others } = schema;
  const excluded = get(not, key);
  switch (key) {
    case 'type':
      return withoutTypes(others, isArray(excluded) ? excluded : [excluded ?? null]) ?? schema;
    case 'enum':
    case 'const':
      return withoutValues(others, key === 'enum' && isArray(excluded) ? excluded : [excluded ?? null]) ?? schema;
    case 'required':
      return (isArray(excluded) ? withoutProperty(others, excluded) : undefined) ?? schema;
    default:
      return schema;
  }
}

function withoutTypes(schema: JsonObject, types: readonly Json[]): JsonObject | undefined {
  const type = get(schema, 'type');
  if (!isArray(type)) return undefined;
  // Integers are numbers, but not all of them.
  if (types.includes('integer') && type.includes('number')) return undefined;
  const excluded = types.includes('number') ? [...types, 'integer'] : types;
  const left = type.filter((one) => !excluded.includes(one));
  return left.length === 0 ? nothing : { ...schema, type: left };
}

function withoutValues(schema: JsonObject, values: readonly Json[]): JsonObject | undefined {
  const listed = get(schema, 'enum');
  if (!isArray(listed)) return undefined;
  const left = listed.filter((one) => !values.some((value) => equal(one, value)));
  return left.length === 0 ? nothing : { ...schema, enum: left };
}

/** Only of one required property is it known that it is absent. */
function withoutProperty(schema: JsonObject, required: readonly Json[]): JsonObject | undefined {
  const [name, ...more] = required;
  if (typeof name !== 'string' || more.length > 0) return undefined;
  const properties = get(schema, 'properties');
  return { ...schema, properties: { ...(isObject(properties) && properties), [name]: { not: {} } } };
}
