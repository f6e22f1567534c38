/** The types that the values of a schema can have, as far as schemas state them: those of references and of parts, too. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { Node, Source } from './source.js';

type StatedTypes = ReadonlySet<string> | undefined;

/** Chains of schemas may be long; of what is deeper, nothing is known. */
const depthLimit = 50;

/** The types of schemas that were read before; those of a schema within itself are not known. */
const typesBySource = new WeakMap<Source, WeakMap<JsonObject, { types: StatedTypes }>>();

/** Returns the types that a schema states itself or in `allOf`, null left out; undefined if every type is possible. */
export function statedTypes(source: Source, node: Node, depth = 0): StatedTypes {
  const typesByValue = typesBySource.get(source) ?? new WeakMap<JsonObject, { types: StatedTypes }>();
  typesBySource.set(source, typesByValue);
  const before = typesByValue.get(node.value);
  if (before !== undefined) return before.types;
  if (depth > depthLimit) return undefined;
  const entry: { types: StatedTypes } = { types: undefined };
  typesByValue.set(node.value, entry);
  entry.types = typesOf(source, node, (other) => statedTypes(source, other, depth + 1));
  return entry.types;
}

function typesOf(source: Source, node: Node, again: (other: Node) => StatedTypes): StatedTypes {
  const { value } = node;
  const refers = typeof get(value, '$ref') === 'string';
  const referred = refers ? again(source.follow(node)) : undefined;
  // Until OpenAPI 3.1, the keywords beside a reference have no meaning.
  if (refers && !source.readsSiblings) return referred;
  const options = (['oneOf', 'anyOf'] as const).map((key) => {
    const all = source.entries(node, key).map(([, option]) => again(option));
    return all.length === 0 || all.includes(undefined)
      ? undefined
      : new Set(all.flatMap((types) => [...(types ?? [])]));
  });
  const parts = source.entries(node, 'allOf').map(([, part]) => again(part));
  return [ownTypes(get(value, 'type')), listedTypes(value), referred, ...parts, ...options].reduce(both, undefined);
}

/** The schema that no value fits, in the words of every dialect: OpenAPI 3.0 has no `false`. */
const never: JsonObject = { not: {} };

/** Returns a schema whose options without a value of the types fit no value, in their places. */
export function withoutExcluded(source: Source, types: StatedTypes, node: Node): Node {
  if (types === undefined || types.size === 0) return node;
  const changes = (['oneOf', 'anyOf'] as const).flatMap((key): (readonly [string, Json])[] => {
    const options = get(node.value, key);
    if (!isArray(options)) return [];
    const remaining = options.map((option, index): Json => {
      const path = [...node.path, key, String(index)];
      return isObject(option) && isExcluded(types, statedTypes(source, { value: option, path })) ? never : option;
    });
    return remaining.includes(never) ? [[key, remaining]] : [];
  });
  return changes.length === 0 ? node : { ...node, value: { ...node.value, ...Object.fromEntries(changes) } };
}

/** Whether no value but null has types of both. */
function isExcluded(types: ReadonlySet<string>, others: StatedTypes): boolean {
  return others !== undefined && others.size > 0 && ![...others].some((one) => types.has(one));
}

function both(one: StatedTypes, other: StatedTypes): StatedTypes {
  if (one === undefined || other === undefined) return one ?? other;
  return new Set([...one].filter((type) => other.has(type)));
}

/** Returns the types that `type` lists. An integer is a number. */
function ownTypes(type: Json | undefined): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  return typesIn(isArray(type) ? type : [type]);
}

/** Returns the type of listed values; numbers may be those of strings, without quotes in YAML. */
function listedTypes(value: JsonObject): ReadonlySet<string> | undefined {
  const [listed, constant] = [get(value, 'enum'), get(value, 'const')];
  const values = (isArray(listed) ? listed : constant === undefined ? [] : [constant]).filter((one) => one !== null);
  const [first = null] = values;
  const isKnown = typeof first === 'string' || typeof first === 'boolean';
  return isKnown && values.every((one) => typeof one === typeof first) ? new Set([typeof first]) : undefined;
}

function typesIn(types: readonly Json[]): ReadonlySet<string> {
  return new Set(types.filter((one) => one !== 'null').map((one) => (one === 'integer' ? 'number' : String(one))));
}
