/** A type → how TypeScript writes it. */
import { literal, mention } from '../../code/index.js';
import { isLarge, type EnumType, type Type } from '../../ir/index.js';
import type { Names } from './names.js';

export function typeText(type: Type, names: Names): string {
  const text = bare(type, names);
  return type.nullable ? `${text} | null` : text;
}

/** The members of an enum's union. */
export function enumMembers(type: EnumType): readonly string[] {
  const members = type.values.map(({ value }) => (typeof value === 'string' ? literal(value) : String(value)));
  // Not `string & {}`, which editors would complete: types that map over it, as those of openapi-fetch do, make an
  // object of it.
  return type.open ? [...members, type.of === 'string' ? 'string' : 'number'] : members;
}

/** Text of a type as the item of a list or beside `&`, where a union needs parentheses. */
export function grouped(type: Type, names: Names): string {
  const text = typeText(type, names);
  const union =
    type.nullable === true || type.kind === 'union' || (type.kind === 'enum' && enumMembers(type).length > 1);
  return union ? `(${text})` : text;
}

function bare(type: Type, names: Names): string {
  switch (type.kind) {
    case 'string':
      return 'string';
    case 'integer':
      return isLarge(type) ? names.large : 'number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'any':
      return 'unknown';
    case 'bytes':
      return 'AsyncIterable<Uint8Array>';
    case 'enum':
      return enumMembers(type).join(' | ');
    case 'list':
      return `${grouped(type.items, names)}[]`;
    case 'map':
      return `{ [key: string]: ${typeText(type.values, names)} }`;
    case 'record':
      // Records with fields have a name; what stands in place is the empty object.
      return '{ [key: string]: never }';
    case 'reference':
      return mention(names.shape(type.name));
    case 'union':
      return type.options.map((option) => typeText(option, names)).join(' | ');
  }
}
