/** A schema → its declaration: an interface, a union with an array of its values, or an alias. */
import {
  constant,
  literalValue,
  list as listOf,
  mention,
  propertyKey,
  union,
  type Declaration,
  type InterfaceStructure,
  type PropertyStructure,
  type TypeAliasStructure,
  type TypeCode,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import { ownRules, type EnumType, type Field, type RecordType, type Schema } from '../../ir/index.js';
import { docsOf } from './docs.js';
import { flattened, isExtendable } from './flatten.js';
import { indexSignatures } from './index-signatures.js';
import type { TypeNames } from './names.js';
import { enumMembers, typeCode } from './type-code.js';

export function schemaDeclaration(schema: Schema, names: TypeNames): Declaration {
  const symbol = names.schema(schema.name);
  const { type } = schema;
  if (type.kind === 'enum') return enumDeclaration(schema, type, names);
  const record = type.kind === 'record' && (type.fields.length > 0 || type.bases.length > 0);
  const statement = record
    ? interfaceOf(schema, type, names)
    : aliasOf(symbol.name, typeCode(type, names), docsOf(schema));
  return { symbols: [symbol], statements: [statement] };
}

/** Returns `export type Name = type;`. */
export function aliasOf(name: string, type: TypeCode, docs: string[]): TypeAliasStructure {
  return { kind: StructureKind.TypeAlias, isExported: true, name, type, docs };
}

/** Returns the properties of an interface. */
export function propertiesOf(fields: readonly Field[], names: TypeNames): PropertyStructure[] {
  const schemaNamed = (name: string) => names.api.schemas.find((schema) => schema.name === name);
  return fields.map((field) => ({
    kind: StructureKind.PropertySignature,
    name: propertyKey(field.name),
    hasQuestionToken: !field.required,
    type: typeCode(field.type, names),
    docs: docsOf({ ...field, rules: ownRules(field, schemaNamed) }),
  }));
}

function interfaceOf(schema: Schema, type: RecordType, names: TypeNames): InterfaceStructure {
  const { api } = names;
  const plain = isExtendable(type, schema.name, api);
  const all = flattened(type, api);
  const { fields, patterns = [] } = plain ? type : all;
  const rests = !plain ? all.rests : type.rest === undefined ? [] : [type.rest];
  return {
    kind: StructureKind.Interface,
    isExported: true,
    name: names.schema(schema.name).name,
    docs: docsOf(schema),
    ...(plain && { extends: type.bases.map((base) => mention(names.schema(base))) }),
    properties: propertiesOf(fields, names),
    ...indexSignatures(all.fields, patterns, rests, names),
  };
}

function enumDeclaration(schema: Schema, type: EnumType, names: TypeNames): Declaration {
  const symbol = names.schema(schema.name);
  const values = names.values(schema.name);
  const meanings = type.values.filter(({ description }) => description !== undefined);
  const list = meanings
    .map(
      ({ value, description }) =>
        `- \`${typeof value === 'string' ? value : JSON.stringify(value)}\`: ${description ?? ''}`,
    )
    .join('\n');
  const members = type.values.map(({ value }) => literalValue(value));
  const about = `The ${type.open ? 'known ' : ''}values of {@link ${symbol.name}}${type.open ? '; servers may send others' : ''}.`;
  return {
    symbols: [symbol, values],
    statements: [
      aliasOf(symbol.name, union(enumMembers(type)), docsOf(schema, list === '' ? undefined : list)),
      // Typed by name, not `as const`, for which the compiler creates a tuple type of every length in every program.
      constant({ name: values.name, type: `readonly ${symbol.name}[]`, value: listOf(members), comment: about }),
    ],
  };
}
