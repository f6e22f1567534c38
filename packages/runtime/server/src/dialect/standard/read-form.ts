/** Reads `application/x-www-form-urlencoded`. */
import { any, WireError, type ContentContract, type ParameterContract, type Schema } from '@lading/runtime-wire';
import { BadRequest } from '../../error/index.js';
import { isJsonObject, unwrapSchema } from '../../schema/index.js';
import { decodePairs } from './decode-styles.js';
import { emptyValues, fieldsOf } from './form-fields.js';
import { decoded, queryPairs, type Pair } from './wire-pairs.js';

/** Arrays repeat their name, and objects and arrays of them are JSON, unless the contract says otherwise. */
export function readForm(text: string, { schema = any, parts = {} }: ContentContract): unknown {
  const pairs = queryPairs(text);
  const fields = fieldsOf(schema);
  const declared = Object.keys(fields.named);
  const names = new Set([...declared, ...pairs.map(({ name }) => name)]);
  const values: [string, unknown][] = [];
  const taken = new Set<string>();
  for (const name of names) {
    const field = Object.hasOwn(fields.named, name) ? fields.named[name] : undefined;
    const stated = Object.hasOwn(parts, name) ? parts[name]?.encoding : undefined;
    const one: Pick<ParameterContract, 'encoding' | 'schema'> = {
      encoding: stated ?? defaultEncoding(field, name, pairs),
      schema: field ?? fields.rest,
    };
    // Properties of an exploded object, and `name[key]`, belong to their field.
    if (field === undefined && taken.has(name)) continue;
    const value = valueOf(name, one, pairs, declared);
    if (value === undefined) continue;
    if (field !== undefined) {
      for (const pair of pairs) if (pair.name === name || pair.name.startsWith(`${name}[`)) taken.add(pair.name);
      if (isExploded(stated) && isJsonObject(value)) for (const key of Object.keys(value)) taken.add(key);
    }
    values.push([name, value]);
  }
  const sent = [
    ...values.map(([name]) => name),
    ...Object.keys(parts).filter((name) => parts[name]?.encoding === 'json'),
  ];
  const isSent = new Set(sent);
  return Object.fromEntries([...values, ...emptyValues(fields, isSent, (name) => isSpread(parts[name]?.encoding))]);
}

function isExploded(encoding: ParameterContract['encoding'] | undefined): boolean {
  return typeof encoding === 'object' && 'style' in encoding && encoding.explode === true;
}

/** Whether the properties of an object, or the items of an array, are pairs of their own. */
function isSpread(encoding: ParameterContract['encoding'] | undefined): boolean {
  return typeof encoding === 'object' && 'style' in encoding;
}

/** @throws BadRequest if a value should be JSON and is not */
function valueOf(
  name: string,
  field: Pick<ParameterContract, 'encoding' | 'schema'>,
  pairs: readonly Pair[],
  declared: readonly string[],
): unknown {
  try {
    return decodePairs(name, field, pairs, declared);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new BadRequest(`/body/${name} ${error.code === 'JSON_INVALID' ? 'must be JSON' : 'is malformed'}`);
  }
}

function defaultEncoding(
  schema: Schema | undefined,
  name: string,
  pairs: readonly Pair[],
): ParameterContract['encoding'] {
  if (schema === undefined) return 'plain';
  const [first, second] = pairs.filter((pair) => pair.name === name);
  if (first === undefined || second !== undefined) return 'repeated';
  const text = decoded(first.text);
  const isJson = text.startsWith('{') ? hasKind(schema, isObject) : text.startsWith('[') && hasKind(schema, isNested);
  return isJson ? 'json' : 'repeated';
}

/** Whether a schema, or an option or part of it, is of a kind. */
function hasKind(schema: Schema, isKind: (schema: Schema) => boolean, depth = 0): boolean {
  const one = unwrapSchema(schema);
  // Unions may contain themselves.
  if (depth > 20) return false;
  const again = (other: Schema) => hasKind(other, isKind, depth + 1);
  if (one.kind === 'union') return one.options.some(again);
  return one.kind === 'intersection' ? one.parts.some(again) : isKind(one);
}

function isObject({ kind }: Schema): boolean {
  return kind === 'object' || kind === 'map';
}

/** Whether the items of an array are objects or arrays. Some clients send each as a value of its own. */
function isNested(schema: Schema): boolean {
  return schema.kind === 'array' && hasKind(schema.items, (item) => isObject(item) || item.kind === 'array');
}
