/**
 * Combines the parts of a schema that must all hold: `allOf`, `oneOf`, `anyOf`, the target of `$ref`, and the keywords
 * beside them. Objects become one record with bases; anything else becomes an intersection.
 */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import {
  combinedConstraints,
  type ConditionType,
  type Field,
  type MapType,
  type RecordType,
  type Type,
} from '../ir/index.js';
import { inheritedType } from './inherited-fields.js';
import { constrained, intersectionOf, isScoped, overriding, withoutReplaced } from './intersect.js';
import { hasConstraints, isCombined, isConstraint, withType } from './constraint-keywords.js';
import { impliedKind } from './nullable.js';
import { statedTypes, withoutExcluded } from './stated-types.js';
import type { TypeReader } from './type-reader.js';
import type { Node, Source } from './source.js';

/** The keywords that combine schemas. */
const combining = ['$ref', 'allOf', 'oneOf', 'anyOf'] as const;

/** Returns the schemas that must all hold, without those that constrain nothing. */
export function partsOf(source: Source, node: Node): readonly Node[] {
  const { value } = node;
  const reference = get(value, '$ref');
  const referring = typeof reference === 'string' ? [{ ...node, value: { $ref: reference } }] : [];
  // Until OpenAPI 3.1, the keywords beside a reference have no meaning.
  if (referring.length > 0 && !source.readsSiblings) return referring;
  const own = Object.fromEntries(
    Object.entries(value).filter(([key]) => !(combining as readonly string[]).includes(key)),
  );
  const annotations = Object.fromEntries(Object.entries(own).filter(([key]) => !isConstraint(key)));
  const unions = (['oneOf', 'anyOf'] as const).flatMap((key) => {
    const options = get(value, key);
    // The options have the type of the whole, if they state none.
    const typed = (option: Json) => (isObject(option) ? withType(option, get(value, 'type')) : option);
    return isArray(options) ? [{ ...node, value: { ...annotations, [key]: options.map(typed) } }] : [];
  });
  // An option of other types than the whole has no values.
  const types = statedTypes(source, node);
  const all = [
    ...referring,
    ...[...source.entries(node, 'allOf').map(([, part]) => part), ...unions].map((part) =>
      withoutExcluded(source, types, part),
    ),
  ];
  const given = [...all, { ...node, value: own }].filter((part) => hasConstraints(part.value));
  const parts = withTypes(given, get(value, 'type'));
  // The options of a union have its type, and what a reference leads to usually has it as well.
  const isStated = ({ value: { type } }: Node) =>
    parts.some((part) => !hasOnlyType(part.value) && typesIn(type).some((one) => hasType(source, part, one)));
  return parts.filter((part) => !hasOnlyType(part.value) || !isStated(part));
}

function typesIn(type: Json | undefined): readonly string[] {
  return (isArray(type) ? type : [type]).filter((one) => one !== 'null').map(String);
}

/** Whether all values of a schema are known to be of a type. */
function hasType(source: Source, node: Node, type: string, depth = 0): boolean {
  const stated = get(node.value, 'type');
  const isUnion = isArray(get(node.value, 'oneOf')) || isArray(get(node.value, 'anyOf'));
  if (!isUnion && (stated === type || (stated === 'integer' && type === 'number'))) return true;
  if (stated === undefined && impliedKind(node.value) === type && !isCombined(node.value)) return true;
  if (depth > 20) return false;
  const has = ([, part]: readonly [string, Node]) =>
    hasType(source, { ...part, value: withType(part.value, stated) }, type, depth + 1);
  if (typeof get(node.value, '$ref') === 'string' && hasType(source, source.follow(node), type, depth + 1)) return true;
  if (source.entries(node, 'allOf').some(has)) return true;
  return (['oneOf', 'anyOf'] as const).some((key) => {
    const options = source.entries(node, key).filter(([, { value }]) => !isWithoutType(value));
    return options.length > 0 && options.every(has);
  });
}

/** Whether an option has no values, or null alone, which makes the union nullable. */
function isWithoutType(option: JsonObject): boolean {
  const not = get(option, 'not');
  return get(option, 'type') === 'null' || (isObject(not) && Object.keys(not).length === 0);
}

/**
 * A part without a type has the type of another part: `allOf: [{type: string}, {minLength: 1}]`; and that of the whole, if it has
 * keywords of arrays.
 */
function withTypes(parts: readonly Node[], own: Json | undefined): readonly Node[] {
  const type = parts.map(({ value }) => get(value, 'type')).find((one) => typeof one === 'string' && one !== 'object');
  return parts.map((part) => {
    const ofPart = type ?? (own === 'object' && impliedKind(part.value) === 'array' ? own : undefined);
    return isCombined(part.value) || ofPart === undefined ? part : { ...part, value: { type: ofPart, ...part.value } };
  });
}

/** @param parts the parts of the schema */
export function combine(reader: TypeReader, node: Node, parts: readonly Node[], name: string): Type {
  // One part may require a property that another one describes, unless it has other values than objects.
  const mayRequire = ({ value }: Node) => !reader.isExact && !hasOtherTypes(get(value, 'type'));
  const all = parts.map((part) => ({
    part,
    type: reader.type(mayRequire(part) ? requiringDeclared(part) : part, name),
  }));
  // A type that contradicts an earlier one replaces it, which the linter reports.
  const isStated = (part: Node) => typeof get(part.value, 'type') === 'string' && !isCombined(part.value);
  const stated = new Set(withoutReplaced(all.filter(({ part }) => isStated(part)).map(({ type }) => type)));
  const types = all.flatMap(({ part, type }) => (isStated(part) && !stated.has(type) ? [] : [type]));
  const required = new Set(parts.filter(mayRequire).flatMap((part) => reader.source.texts(part, 'required')));
  const objects = types.filter((type) => type.kind === 'reference' || type.kind === 'record' || type.kind === 'map');
  const others = types.filter(
    (type) => !objects.includes(type as (typeof objects)[number]) && type.kind !== 'any' && type.kind !== 'condition',
  );
  // What is no object has no properties.
  const areOthers =
    objects.length === 0 || (objects.every(({ kind }) => kind === 'reference') && statesOther(reader.source, node));
  const isRequiredOfOthers = required.size > 0 && areOthers && others.length > 0;
  const isObjectPart = (part: Node) => hasType(reader.source, part, 'object');
  // Of what is not known to be an object, like the options of a union, the type is checked apart.
  const isUnknown =
    required.size === 0
      ? all.some(({ part, type }) => isUnconstrained(type) && !parts.some((one) => one !== part && isObjectPart(one)))
      : isRequiredOfOthers &&
        !statesType(reader.source, node) &&
        !parts.some((part) => isCombined(part.value) && isObjectPart(part));
  const conditions = [
    ...types.filter((type) => type.kind === 'condition'),
    ...(isRequiredOfOthers ? [requiring([...required])] : []),
    ...(isUnknown ? [onlyObjects] : []),
  ];
  const object =
    objects.length === 0 && (required.size === 0 || isRequiredOfOthers)
      ? undefined
      : combinedObject(apart(reader, objects, name), isRequiredOfOthers ? new Set() : required);
  const type = constrained(withoutConditions(reader, object, others, name) ?? { kind: 'any' }, conditions);
  const isNullable = types.every((one) => one.nullable ?? (one.kind === 'any' || one.kind === 'condition'));
  return isNullable && types.some((one) => one.nullable) ? { ...type, nullable: true } : type;
}

/** Whether a type has values that are neither objects nor null, beside objects. */
function hasOtherTypes(type: Json | undefined): boolean {
  return isArray(type) && typesIn(type).some((one) => one !== 'object');
}

/** Whether a schema states its type: what it requires, it requires of the objects among its values. */
function statesType(source: Source, node: Node): boolean {
  return ['type', 'enum', 'const'].some((key) => Object.hasOwn(node.value, key)) || statesOther(source, node);
}

/** Whether a part of a schema states a type other than that of objects. */
function statesOther(source: Source, node: Node): boolean {
  const typeOf = ([, part]: readonly [string, Node]) => get(part.value, 'type');
  return source.entries(node, 'allOf').some((part) => typeof typeOf(part) === 'string' && typeOf(part) !== 'object');
}

function withoutConditions(
  reader: TypeReader,
  object: Type | undefined,
  others: readonly Type[],
  name: string,
): Type | undefined {
  if (others.length === 0) return object;
  if (object === undefined || isUnconstrained(object)) return intersectionOf(others);
  return intersectionOf([reader.named(object, `${name}Properties`), ...others]);
}

/**
 * Returns the objects, of which those that say something about the names that they do not declare have names: what they say does
 * not concern the properties of the others.
 */
function apart(reader: TypeReader, objects: readonly Type[], name: string): readonly Type[] {
  const isAlone = objects.filter(({ kind }) => kind !== 'reference').length < 2;
  if (isAlone) return objects;
  return objects.map((one) => (isScoped(one) ? reader.reference(one, `${name}Part`) : one));
}

/** Returns the part without what it requires and leaves to others to describe. */
function requiringDeclared(part: Node): Node {
  const [required, properties] = [get(part.value, 'required'), get(part.value, 'properties')];
  if (!isArray(required)) return part;
  const declared = required.filter(
    (name) => typeof name === 'string' && isObject(properties) && Object.hasOwn(properties, name),
  );
  return { ...part, value: { ...part.value, required: declared } };
}

function requiring(required: readonly string[]): ConditionType {
  const object = { kind: 'map', values: { kind: 'any' } } as const;
  return { kind: 'condition', if: object, then: { ...object, required } };
}

const onlyObjects: ConditionType = {
  kind: 'condition',
  if: { kind: 'map', values: { kind: 'any' } },
  else: { kind: 'never' },
};

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
  const rests = records.flatMap((record) => record.rest ?? []);
  const values = [...rests, ...maps.map((map) => map.values)].find(({ kind }) => kind !== 'any');
  const rest = values ?? rests[0];
  // What is required of other parts is no property that the record declares.
  const areUndeclared = types.some((type) => isScoped(type) && type.kind !== 'reference' && !('unevaluated' in type));
  const own = [
    ...fields.map((field) => (required.has(field.name) ? { ...field, required: true } : field)),
    // A property of a base that this schema requires; the base may not have been read yet.
    ...(areUndeclared
      ? []
      : missing.map((name): Field => ({ name, type: inheritedType, required: true, undeclared: true }))),
  ];
  const [map] = maps;
  const constraints = combinedConstraints([...records, ...maps, areUndeclared ? { required: missing } : {}]);
  const isConstrained = Object.keys(constraints).length > 0;
  if (bases.length === 0 && own.length === 0 && map !== undefined)
    return { ...(maps.find(isConstrainedMap) ?? map), ...constraints };
  const isOpen = records.every(({ closed, unevaluated }) => !closed && unevaluated === undefined);
  if (bases.length === 1 && own.length === 0 && rest === undefined && isOpen && !isConstrained)
    return { kind: 'reference', name: bases[0] ?? '' };
  return {
    kind: 'record',
    bases,
    fields: own,
    ...(rest && { rest }),
    ...(records.some(({ closed }) => closed) && { closed: true }),
    ...unevaluatedOf(records),
    ...constraints,
  };
}

function unevaluatedOf(records: readonly RecordType[]): Pick<RecordType, 'unevaluated'> {
  const unevaluated = records.find((record) => record.unevaluated !== undefined)?.unevaluated;
  return unevaluated === undefined ? {} : { unevaluated };
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

/** Marks a property that is added to a schema because it is required. */
export const undeclared = 'x-lading-undeclared';

/** Adds the properties that a schema requires but leaves to another one to describe. */
export function withRequired({ value, path }: Node): Node {
  const required = get(value, 'required');
  const properties = get(value, 'properties');
  if (!isArray(required) || required.length === 0 || isCombined(value)) return { value, path };
  const undescribed = required.filter(
    (name): name is string => typeof name === 'string' && !(isObject(properties) && Object.hasOwn(properties, name)),
  );
  const added = Object.fromEntries(undescribed.map((name): [string, Json] => [name, { [undeclared]: true }]));
  return { value: { ...value, properties: { ...(isObject(properties) && properties), ...added } }, path };
}

function hasOnlyType(value: JsonObject): boolean {
  return Object.keys(value).every((key) => key === 'type' || !isConstraint(key)) && get(value, 'type') !== undefined;
}
