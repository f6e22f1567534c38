/** A type → its TypeScript code. */
import {
  arrayOf,
  intersection,
  literalType,
  mapOf,
  objectType,
  propertyKey,
  tuple,
  union,
  type TypeCode,
  isInt64,
  type ArrayType,
  type EnumType,
  type MapType,
  type Type,
  type UnionType,
} from '../../emitter/index.js';
import { patternKeys } from './pattern-keys.js';

/** How references and values without a type of their own are spelled. */
export interface TypeSpelling {
  /** The type of large integers. */
  readonly large: TypeCode;
  /** The type of bytes that are not JSON. */
  readonly bytes: TypeCode;
  readonly reference: (name: string) => TypeCode;
  /** Tells whether a property of a schema has these values and others, so that a literal type narrows it. */
  readonly isNarrowedBy: (schema: string, property: string, values: readonly string[]) => boolean;
}

export function typeCode(type: Type, spelling: TypeSpelling): TypeCode {
  const code = bare(type, spelling);
  return type.nullable === true ? union([code, 'null']) : code;
}

/** Returns the members of an enum's union. */
export function enumMembers(type: EnumType): readonly TypeCode[] {
  const members = type.values.map(({ value }) => literalType(value));
  // Not `string & {}`, although editors would then complete the values: mapped types, as in openapi-fetch, turn that
  // into
  // an object type.
  return type.open ? [...members, openTypes[type.of]] : members;
}

const openTypes = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', mixed: 'unknown' };

function bare(type: Type, spelling: TypeSpelling): TypeCode {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'integer':
      return isInt64(type) ? spelling.large : 'number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
    case 'condition':
      return 'unknown';
    case 'bytes':
      return spelling.bytes;
    case 'enum':
      return union(enumMembers(type));
    case 'array':
      return arrayCode(type, spelling);
    case 'map':
      return mapCode(type, spelling);
    case 'record':
      // Records with fields are named; an inline record is the empty object.
      return mapOf('never');
    case 'reference':
      return spelling.reference(type.name);
    case 'union':
      return union(type.options.map((option) => optionCode(option, type, spelling)));
    case 'intersection':
      return intersection(type.parts.map((part) => (isOnlyObjects(part) ? 'object' : typeCode(part, spelling))));
    case 'never':
      return 'never';
  }
}

/** Whether a condition says only that a value is an object. */
function isOnlyObjects(type: Type): boolean {
  if (type.kind !== 'condition' || type.then !== undefined || type.else?.kind !== 'never') return false;
  return type.if.kind === 'map' && type.if.values.kind === 'any' && Object.keys(type.if).length === 2;
}

function arrayCode({ prefixItems, items, minItems = 0, maxItems }: ArrayType, spelling: TypeSpelling): TypeCode {
  const item = typeCode(items, spelling);
  if (prefixItems === undefined) return arrayOf(item);
  const first = prefixItems.slice(0, maxItems).map((prefix) => typeCode(prefix, spelling));
  const isClosed = item === 'never' || (maxItems !== undefined && maxItems <= first.length);
  return tuple(first, minItems, isClosed ? undefined : item);
}

function mapCode(type: MapType, spelling: TypeSpelling): TypeCode {
  const { values, patterns = [] } = type;
  const isOpen = values.kind !== 'never' && values.kind !== 'any';
  const keys = isOpen || patterns.length === 0 ? undefined : patternKeys(patterns);
  if (keys === undefined) return mapOf(union(valueTypes(type).map((value) => typeCode(value, spelling))));
  const codes = patterns.map((pattern) => typeCode(pattern.type, spelling));
  return objectType(keys.map((key, index) => [`[key: ${key}]`, codes[index] ?? 'unknown']));
}

/** Returns the types of the values of a map. Beside patterns that no type of keys can say, other keys are as unlikely as in closed maps. */
function valueTypes({ values, patterns = [] }: MapType): readonly Type[] {
  const matched = patterns.map(({ type }) => type);
  return matched.length === 0 || values.kind !== 'any' ? [...matched, values] : matched;
}

/** Returns the code of an option with the literal of the discriminator, unless the option declares that itself. */
function optionCode(option: Type, { discriminator }: UnionType, spelling: TypeSpelling): TypeCode {
  const code = typeCode(option, spelling);
  if (discriminator === undefined || option.kind !== 'reference') return code;
  const { property, mapping } = discriminator;
  const values = mapping.flatMap(({ value, schema }) => (schema === option.name ? [value] : []));
  if (values.length === 0 || !spelling.isNarrowedBy(option.name, property, values)) return code;
  return intersection([code, objectType([[propertyKey(property), union(values.map(literalType))]])]);
}
