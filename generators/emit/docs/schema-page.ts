/** A named schema → its page. */
import {
  appendTo,
  referencesOf,
  typesOf,
  type Api,
  type Field,
  type RecordType,
  type Schema,
  codeSpan,
  type Type,
} from '../../emitter/index.js';
import { boundsOf } from './constraints.js';
import { described, externalDocsText } from './elsewhere.js';
import { isEmpty } from './example/empty.js';
import { fieldEntry } from './field-entry.js';
import { enumEntry, rulesOf, versionsOf } from './notes.js';
import { enumIn, type PageContext } from './page-context.js';
import type { FieldEntry, LinkText, MissingEntry, SchemaPage, Markdown } from './page.js';
import { typeText } from './type-text.js';

export function schemaPage(schema: Schema, uses: Uses, context: PageContext): SchemaPage {
  const { name, group, type } = schema;
  const { anchors, differences, examples } = context;
  const path = anchors.schema(name);
  const about = described(schema, name);
  const example = examples.ofSchema(schema);
  const marks = differences.marksAt(path);
  return {
    kind: 'schema',
    path,
    title: name,
    ...(about !== undefined && { about }),
    name,
    group: anchors.groupName(group),
    schema: type.kind,
    type: typeText(type, anchors),
    nullable: type.nullable === true,
    bounds: boundsOf(type),
    rules: [...discriminatorTexts(type), ...rulesOf(schema), ...externalDocsText(schema)],
    ...versionsOf(schema),
    fields: type.kind === 'record' ? fieldsOf(type, name, context) : [],
    missing: type.kind === 'record' ? missingOf(type, name, context) : differences.missingIn(path),
    ...(type.kind === 'enum' && { enum: enumEntry(enumIn(type, context.schemas) ?? type) }),
    ...discriminatorOf(type, anchors),
    ...(example !== undefined && !isEmpty(example) && { example }),
    usedBy: {
      operations: uses.operations.get(name) ?? [],
      schemas: (uses.schemas.get(name) ?? []).map((user) => ({ text: user, link: anchors.schema(user) })),
    },
    uses: [...new Set(referencesOf(type))].sort().map((used) => ({ text: used, link: anchors.schema(used) })),
    ...(marks.length > 0 && { marks }),
  };
}

/** With more fields than this, a page shows only its own and refers to its bases: long chains would repeat all of theirs. */
const MANY_FIELDS = 300;

/** A field, and the schema that declares it. */
interface DeclaredField {
  readonly field: Field;
  readonly owner: string;
}

/** Returns a record after its bases and their bases, each with the schema that declares it. */
function recordsOf(
  type: RecordType,
  schema: string,
  { schemas }: PageContext,
): readonly (readonly [RecordType, string])[] {
  const records: (readonly [RecordType, string])[] = [];
  const path = new Set([schema]);
  const add = (one: RecordType, owner: string): void => {
    for (const base of one.bases) {
      const target = schemas.get(base)?.type;
      if (target?.kind !== 'record' || path.has(base)) continue;
      path.add(base);
      add(target, base);
      path.delete(base);
    }
    records.push([one, owner]);
  };
  add(type, schema);
  return records;
}

/** Returns the fields of a record after those of its bases; the nearest definition of a field takes precedence. */
function declaredFields(type: RecordType, schema: string, context: PageContext): ReadonlyMap<string, DeclaredField> {
  const fields = new Map<string, DeclaredField>();
  for (const [record, owner] of recordsOf(type, schema, context))
    for (const field of record.fields) fields.set(field.name, { field, owner });
  return fields;
}

function fieldsOf(type: RecordType, schema: string, context: PageContext): readonly FieldEntry[] {
  const { anchors, differences } = context;
  const declared = [...declaredFields(type, schema, context).values()];
  const shown = declared.length > MANY_FIELDS ? declared.filter(({ owner }) => owner === schema) : declared;
  return shown.map(({ field, owner }) => {
    const anchor = anchors.field(schema, field.name);
    if (owner === schema) return fieldEntry(field, { page: anchors.schema(schema), anchor }, context);
    // The marks of the declaring schema apply here too.
    const marks = differences.marksAt(anchors.schema(owner), anchors.field(owner, field.name));
    return {
      ...fieldEntry(field, { page: '', anchor, from: { text: owner, link: anchors.schema(owner) } }, context),
      marks,
    };
  });
}

/** Returns the fields that the schema and its bases lack in this version. */
function missingOf(type: RecordType, schema: string, context: PageContext): readonly MissingEntry[] {
  const { anchors, differences } = context;
  return recordsOf(type, schema, context).flatMap(([, owner]) => {
    const missing = differences.missingIn(anchors.schema(owner));
    return owner === schema
      ? missing
      : missing.map((entry) => ({ ...entry, anchor: anchors.field(schema, entry.name) }));
  });
}

/** The operations and schemas that refer to each schema. */
export interface Uses {
  readonly operations: ReadonlyMap<string, readonly LinkText[]>;
  readonly schemas: ReadonlyMap<string, readonly string[]>;
}

export function usesOf({ api, anchors }: Pick<PageContext, 'api' | 'anchors'>): Uses {
  return { operations: operationUses(api, anchors), schemas: schemaUses(api) };
}

function operationUses({ operations }: Api, anchors: PageContext['anchors']): ReadonlyMap<string, readonly LinkText[]> {
  const uses = new Map<string, LinkText[]>();
  for (const operation of operations) {
    const named = new Set(typesOf(operation).flatMap(referencesOf));
    for (const name of named) appendTo(uses, name, { text: operation.id, link: anchors.operation(operation) });
  }
  return uses;
}

function schemaUses({ schemas }: Api): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, type } of schemas) for (const used of new Set(referencesOf(type))) appendTo(uses, used, name);
  return uses;
}

/** Returns the discriminator of a union, for the titles of its options. */
function discriminatorOf(type: Type, anchors: PageContext['anchors']): Pick<SchemaPage, 'discriminator'> {
  if (type.kind !== 'union' || type.discriminator === undefined) return {};
  const { property, mapping } = type.discriminator;
  const values = mapping.map(({ value, schema }) => ({ value, link: anchors.schema(schema) }));
  return { discriminator: { property, values } };
}

/** Returns the sentence for the discriminator of a type, if it has one. Unions in schemas have schemas of their own. */
function discriminatorTexts(type: Type): readonly Markdown[] {
  const discriminator = type.kind === 'union' || type.kind === 'record' ? type.discriminator : undefined;
  if (discriminator === undefined) return [];
  const values = discriminator.mapping.map(({ value, schema }) => `${codeSpan(value)} for ${codeSpan(schema)}`);
  return [`The property ${codeSpan(discriminator.property)} states the schema: ${values.join(', ')}.`];
}
