/** A type → its TypeScript code. */
import { arrayOf, literal, mapOf, mention, union, type TypeCode } from '../../code/index.js';
import { isInt64, type EnumType, type Type } from '../../ir/index.js';
import type { TypeNames } from './names.js';

export function typeCode(type: Type, names: TypeNames): TypeCode {
  const code = bare(type, names);
  return type.nullable === true ? union([code, 'null']) : code;
}

/** Returns the members of an enum's union. */
export function enumMembers(type: EnumType): readonly string[] {
  const members = type.values.map(({ value }) => (typeof value === 'string' ? literal(value) : String(value)));
  // Not `string & {}`, although editors would then complete the values: mapped types, as in openapi-fetch, turn that
  // into
  // an object type.
  return type.open ? [...members, type.of === 'string' ? 'string' : 'number'] : members;
}

function bare(type: Type, names: TypeNames): TypeCode {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'integer':
      return isInt64(type) ? names.large : 'number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'bytes':
      return 'AsyncIterable<Uint8Array>';
    case 'enum':
      return union(enumMembers(type));
    case 'array':
      return arrayOf(typeCode(type.items, names));
    case 'map':
      return mapOf(typeCode(type.values, names));
    case 'record':
      // Records with fields are named; an inline record is the empty object.
      return mapOf('never');
    case 'reference':
      return mention(names.schema(type.name));
    case 'union':
      return union(type.options.map((option) => typeCode(option, names)));
  }
}
