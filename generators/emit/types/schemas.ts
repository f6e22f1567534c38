/** A schema → its declaration: an interface, a union with an array of its values, or an alias. */
import {
  codeSpan,
  constant,
  literalType,
  literalValue,
  list as listOf,
  mention,
  objectType,
  propertyKey,
  union,
  type Declaration,
  type InterfaceStructure,
  type PropertyStructure,
  type TypeAliasStructure,
  type TypeCode,
  type TypeEntry,
  StructureKind,
  ownRules,
  schemaNamed,
  type Discriminator,
  type EnumType,
  type Field,
  type RecordType,
  type Schema,
} from '../../emitter/index.js';
import { docsOf } from './docs.js';
import { flattened, isExtendable, variantsOf } from './flatten.js';
import { indexSignatures } from './index-signatures.js';
import type { TypeNames } from './names.js';
import { enumMembers, typeCode } from './type-code.js';

export function schemaDeclaration(schema: Schema, names: TypeNames): Declaration {
  const symbol = names.schema(schema.name);
  const { type } = schema;
  if (type.kind === 'enum') return enumDeclaration(schema, type, names);
  if (type.kind === 'record' && type.discriminator !== undefined) {
    const { discriminator } = type;
    const codes = variantsOf(type, schema.name, names.api).map((name) => variantCode(name, discriminator, names));
    if (codes.length > 0)
      return { symbols: [symbol], statements: [aliasOf(symbol.name, union(codes), docsOf(schema))] };
  }
  const record = type.kind === 'record' && (type.fields.length > 0 || type.bases.length > 0);
  if (!record) return { symbols: [symbol], statements: [aliasOf(symbol.name, typeCode(type, names), docsOf(schema))] };
  return { symbols: [symbol], ...interfaceOf(schema, type, names) };
}

/**
 * Returns a schema as one variant of another. One that is itself a union of variants, or the other one, is spelled with its own
 * properties and the values that choose it.
 */
function variantCode(name: string, { property, mapping }: Discriminator, names: TypeNames): TypeCode {
  const type = schemaNamed(names.api, name)?.type;
  if (type?.kind !== 'record' || variantsOf(type, name, names.api).length === 0) return names.reference(name);
  const values = mapping.flatMap(({ value, schema }) => (schema === name ? [value] : []));
  const isNarrowed = names.isNarrowedBy(name, property, values);
  return objectType(
    flattened(type, names.api).fields.map((field): TypeEntry => {
      const isChosen = isNarrowed && field.name === property;
      const code = isChosen ? union(values.map(literalType)) : typeCode(field.type, names);
      return [`${propertyKey(field.name)}${field.required ? '' : '?'}`, code];
    }),
  );
}

/** Returns `export type Name = type;`. */
export function aliasOf(name: string, type: TypeCode, docs: string[]): TypeAliasStructure {
  return { kind: StructureKind.TypeAlias, isExported: true, name, type, docs };
}

/** Returns the properties of an interface. */
export function propertiesOf(fields: readonly Field[], names: TypeNames): PropertyStructure[] {
  const inApi = (name: string) => schemaNamed(names.api, name);
  return fields.map((field) => ({
    kind: StructureKind.PropertySignature,
    name: propertyKey(field.name),
    hasQuestionToken: !field.required,
    type: typeCode(field.type, names),
    docs: docsOf({ ...field, rules: ownRules(field, inApi) }),
  }));
}

function interfaceOf(schema: Schema, type: RecordType, names: TypeNames): Omit<Declaration, 'symbols'> {
  const { api } = names;
  const plain = isExtendable(type, schema.name, api);
  const all = flattened(type, api);
  const { fields, patterns = [] } = plain ? type : all;
  const rests = !plain ? all.rests : type.rest === undefined ? [] : [type.rest];
  const bases = plain ? type.bases : [];
  const indexes = indexSignatures(all.fields, patterns, rests, names);
  const statement: InterfaceStructure = {
    kind: StructureKind.Interface,
    isExported: true,
    name: names.schema(schema.name).name,
    docs: docsOf(schema),
    ...(plain && { extends: bases.map((base) => mention(names.schema(base))) }),
    properties: propertiesOf(fields, names),
    ...indexes,
  };
  // One that extends others could inherit from them what contradicts the interface of another version; `Omit` loses index signatures.
  const isComparable = bases.length === 0 && indexes.indexSignatures === undefined;
  return { statements: [statement], ...(isComparable && { members: fields.map(({ name }) => name) }) };
}

function enumDeclaration(schema: Schema, type: EnumType, names: TypeNames): Declaration {
  const symbol = names.schema(schema.name);
  const values = names.values(schema.name);
  const meanings = type.values.filter(({ description }) => description !== undefined);
  const list = meanings
    .map(({ value, description }) => {
      return `- ${codeSpan(typeof value === 'string' ? value : JSON.stringify(value))}: ${description ?? ''}`;
    })
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
