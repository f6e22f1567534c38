/** A named shape → its page. */
import { referencesOf, typesOf, type Api, type Field, type RecordType, type Schema } from '../../ir/index.js';
import { boundsOf } from './constraints.js';
import { isEmpty } from './example/empty.js';
import { fieldEntry } from './field-entry.js';
import { enumEntry, rulesOf, versionsOf } from './notes.js';
import type { FieldEntry, LinkText, MissingEntry, SchemaPage } from './page.js';
import { enumIn, type PageContext } from './page-context.js';
import { typeText } from './type-text.js';

export function schemaPage(schema: Schema, uses: Uses, room: PageContext): SchemaPage {
  const { name, group, type, title, description } = schema;
  const { spots, differences, examples } = room;
  const path = spots.schema(name);
  const about = description ?? title;
  const example = examples.ofSchema(schema);
  const marks = differences.marksAt(path);
  return {
    kind: 'schema',
    path,
    title: name,
    ...(about !== undefined && { about }),
    name,
    group: spots.groupName(group),
    schema: type.kind,
    type: typeText(type, spots),
    nullable: type.nullable === true,
    bounds: boundsOf(type),
    rules: rulesOf(schema),
    ...versionsOf(schema),
    fields: type.kind === 'record' ? fieldsOf(type, name, room) : [],
    missing: type.kind === 'record' ? missingOf(type, name, room, new Set([name])) : differences.missingIn(path),
    ...(type.kind === 'enum' && { enum: enumEntry(enumIn(type, room.schemas) ?? type) }),
    ...(example !== undefined && !isEmpty(example) && { example }),
    usedBy: {
      operations: uses.operations.get(name) ?? [],
      schemas: (uses.schemas.get(name) ?? []).map((user) => ({ text: user, link: spots.schema(user) })),
    },
    uses: [...new Set(referencesOf(type))].sort().map((used) => ({ text: used, link: spots.schema(used) })),
    ...(marks.length > 0 && { marks }),
  };
}

/** A field, and the shape in which it is described. */
interface Found {
  readonly field: Field;
  readonly owner: string;
}

/** Those of its bases stand first; the nearest definition of a field wins. */
function found(
  type: RecordType,
  owner: string,
  room: PageContext,
  seen: ReadonlySet<string>,
): ReadonlyMap<string, Found> {
  const fields = new Map<string, Found>();
  for (const base of type.bases) {
    const target = room.schemas.get(base)?.type;
    if (target?.kind !== 'record' || seen.has(base)) continue;
    for (const [name, one] of found(target, base, room, new Set([...seen, base]))) fields.set(name, one);
  }
  for (const field of type.fields) fields.set(field.name, { field, owner });
  return fields;
}

function fieldsOf(type: RecordType, schema: string, room: PageContext): readonly FieldEntry[] {
  const { spots, differences } = room;
  return [...found(type, schema, room, new Set([schema])).values()].map(({ field, owner }) => {
    const anchor = spots.field(schema, field.name);
    if (owner === schema) return fieldEntry(field, { page: spots.schema(schema), anchor }, room);
    // Marked where it is described, and so here too.
    const marks = differences.marksAt(spots.schema(owner), spots.field(owner, field.name));
    return {
      ...fieldEntry(field, { page: '', anchor, from: { text: owner, link: spots.schema(owner) } }, room),
      marks,
    };
  });
}

/** What it lacks itself and what its bases lack. */
function missingOf(
  type: RecordType,
  schema: string,
  room: PageContext,
  seen: ReadonlySet<string>,
): readonly MissingEntry[] {
  const { spots, schemas: schemas, differences } = room;
  const inherited = type.bases.flatMap((base) => {
    const target = schemas.get(base)?.type;
    if (target?.kind !== 'record' || seen.has(base)) return [];
    const missing = missingOf(target, base, room, new Set([...seen, base]));
    return missing.map((entry) => ({ ...entry, anchor: spots.field(schema, entry.name) }));
  });
  return [...inherited, ...differences.missingIn(spots.schema(schema))];
}

/** Who refers to each shape. */
export interface Uses {
  readonly operations: ReadonlyMap<string, readonly LinkText[]>;
  readonly schemas: ReadonlyMap<string, readonly string[]>;
}

export function usesOf({ api, spots }: Pick<PageContext, 'api' | 'spots'>): Uses {
  return { operations: operationUses(api, spots), schemas: schemaUses(api) };
}

function operationUses({ operations }: Api, spots: PageContext['spots']): ReadonlyMap<string, readonly LinkText[]> {
  const uses = new Map<string, LinkText[]>();
  for (const operation of operations) {
    const named = new Set(typesOf(operation).flatMap(referencesOf));
    for (const name of named)
      uses.set(name, [...(uses.get(name) ?? []), { text: operation.id, link: spots.operation(operation) }]);
  }
  return uses;
}

function schemaUses({ schemas: schemas }: Api): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, type } of schemas)
    for (const used of new Set(referencesOf(type))) uses.set(used, [...(uses.get(used) ?? []), name]);
  return uses;
}
