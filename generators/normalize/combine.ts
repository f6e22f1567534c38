/**
 * Combines the parts of a schema that must all hold: `allOf`, `oneOf`, `anyOf`, the target of `$ref`, and the keywords
 * beside them. Objects become one record with bases; anything else becomes an intersection.
 */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import { combinedConstraints, type Field, type MapType, type RecordType, type Type } from '../ir/index.js';
import { inheritedType } from './inherited-fields.js';
import { intersectionOf, overriding, withoutReplaced } from './intersect.js';
import type { TypeReader } from './type-reader.js';
import type { Node, Source } from './source.js';

/** The keywords that combine schemas. */
const combining = ['$ref', 'allOf', 'oneOf', 'anyOf'] as const;

/** Whether a schema consists of other schemas. */
export function isCombined(value: JsonObject): boolean {
  return typeof get(value, '$ref') === 'string' || ['allOf', 'oneOf', 'anyOf'].some((key) => isArray(get(value, key)));
}

/** Returns the schemas that must all hold, without those that constrain nothing. */
export function partsOf(source: Source, node: Node): readonly Node[] {
  const { value } = node;
  const reference = get(value, '$ref');
  const referring = typeof reference === 'string' ? [{ ...node, value: { $ref: reference } }] : [];
  // Until OpenAPI 3.1, the keywords beside a reference have no meaning.
  if (referring.length > 0 && ['swagger-2.0', 'openapi-3.0'].includes(source.document.dialect)) return referring;
  const own = Object.fromEntries(
    Object.entries(value).filter(([key]) => !(combining as readonly string[]).includes(key)),
  );
  const annotations = Object.fromEntries(Object.entries(own).filter(([key]) => !isConstraint(key)));
  const unions = (['oneOf', 'anyOf'] as const).flatMap((key) => {
    const options = get(value, key);
    return isArray(options) ? [{ ...node, value: { ...annotations, ...typeOf(value), [key]: options } }] : [];
  });
  const all = [
    ...referring,
    ...source.entries(node, 'allOf').map(([, part]) => part),
    ...unions,
    // The options of a union have its type.
    { ...node, value: unions.length > 0 && hasOnlyType(own) ? annotations : own },
  ];
  return withTypes(all.filter((part) => hasConstraints(part.value)));
}

function typeOf(value: JsonObject): JsonObject {
  const type = get(value, 'type');
  return typeof type === 'string' ? { type } : {};
}

/** A part without a type has the type of another part: `allOf: [{type: string}, {minLength: 1}]`. */
function withTypes(parts: readonly Node[]): readonly Node[] {
  const type = parts.map(({ value }) => get(value, 'type')).find((one) => typeof one === 'string' && one !== 'object');
  if (type === undefined) return parts;
  return parts.map((part) => (isCombined(part.value) ? part : { ...part, value: { type, ...part.value } }));
}

export function combine(reader: TypeReader, parts: readonly Node[], name: string): Type {
  // One part may require a property that another one describes.
  const types = parts.map((part) => reader.type(requiringDeclared(part), name));
  const required = new Set(parts.flatMap((part) => reader.source.texts(part, 'required')));
  const objects = types.filter((type) => type.kind === 'reference' || type.kind === 'record' || type.kind === 'map');
  const others = types.filter((type) => !objects.includes(type as (typeof objects)[number]) && type.kind !== 'any');
  const object = objects.length === 0 && required.size === 0 ? undefined : combinedObject(objects, required);
  if (others.length === 0) return object ?? types[0] ?? { kind: 'any' };
  if (object === undefined || isUnconstrained(object)) return intersectionOf(withoutReplaced(others));
  return intersectionOf([reader.named(object, `${name}Properties`), ...others]);
}

/** Returns the part without what it requires and leaves to others to describe. */
function requiringDeclared(part: Node): Node {
  const [required, properties] = [get(part.value, 'required'), get(part.value, 'properties')];
  if (!isArray(required) || !isObject(properties)) return part;
  const declared = required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name));
  return { ...part, value: { ...part.value, required: declared } };
}

/** Combines objects to one record; a single reference or map stays what it is. */
function combinedObject(types: readonly Type[], required: ReadonlySet<string>): Type {
  const records = types.filter((type): type is RecordType => type.kind === 'record');
  const maps = types.filter((type): type is MapType => type.kind === 'map');
  const bases = [
    ...new Set(
      types.flatMap((type) => (type.kind === 'reference' ? [type.name] : type.kind === 'record' ? type.bases : [])),
    ),
  ];
  const fields = combinedFields(records.flatMap((record) => record.fields));
  const names = new Set(fields.map(({ name }) => name));
  const missing = [...required].filter((name) => !names.has(name));
  const rest = records.find((record) => record.rest !== undefined)?.rest ?? maps.find(isConstrainedMap)?.values;
  const own = [
    ...fields.map((field) => (required.has(field.name) ? { ...field, required: true } : field)),
    // A property of a base that this schema requires; the base may not have been read yet.
    ...missing.map((name): Field => ({ name, type: inheritedType, required: true })),
  ];
  const [map] = maps;
  const constraints = combinedConstraints([...records, ...maps]);
  const isConstrained = Object.keys(constraints).length > 0;
  if (bases.length === 0 && own.length === 0 && map !== undefined)
    return { ...(maps.find(isConstrainedMap) ?? map), ...constraints };
  if (bases.length === 1 && own.length === 0 && rest === undefined && !isConstrained)
    return { kind: 'reference', name: bases[0] ?? '' };
  return {
    kind: 'record',
    bases,
    fields: own,
    ...(rest !== undefined && rest.kind !== 'any' && { rest }),
    ...constraints,
  };
}

/** Combines fields of the same name: both types must hold. */
function combinedFields(fields: readonly Field[]): readonly Field[] {
  const combined = new Map<string, Field>();
  for (const field of fields) {
    const other = combined.get(field.name);
    combined.set(field.name, other === undefined ? field : overriding(other, field));
  }
  return [...combined.values()];
}

function isConstrainedMap(map: MapType): boolean {
  return map.values.kind !== 'any' || Object.keys(map).length > 2;
}

function isUnconstrained(type: Type): boolean {
  return type.kind === 'map' && !isConstrainedMap(type);
}

/** Adds the properties that a schema requires but leaves to another one to describe. */
export function withRequired({ value, path }: Node): Node {
  const required = get(value, 'required');
  const properties = get(value, 'properties');
  if (!isArray(required) || required.length === 0 || isCombined(value)) return { value, path };
  const undescribed = required.filter(
    (name): name is string => typeof name === 'string' && !(isObject(properties) && Object.hasOwn(properties, name)),
  );
  const added = Object.fromEntries(undescribed.map((name): [string, Json] => [name, {}]));
  return { value: { ...value, properties: { ...(isObject(properties) && properties), ...added } }, path };
}

// `{type: object}` beside a reference, or only an example, adds no constraint.
function hasConstraints(value: JsonObject): boolean {
  const keys = Object.keys(value).filter(isConstraint);
  return keys.length > 0 && !(keys.length === 1 && get(value, 'type') === 'object');
}

function hasOnlyType(value: JsonObject): boolean {
  return (
    Object.keys(value).every((key) => key === 'type' || !isConstraint(key)) && typeof get(value, 'type') === 'string'
  );
}

function isConstraint(key: string): boolean {
  return key === '$ref' || !(annotations.has(key) || key.startsWith('x-') || key.startsWith('$'));
}

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'definitions',
  'deprecated',
  'discriminator',
  'externalDocs',
  'id',
  'nullable',
  'readOnly',
  'writeOnly',
  'xml',
]);
