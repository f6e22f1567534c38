/** A named shape → its page. */
import { referencesOf, typesOf, type Api, type Field, type RecordType, type Shape } from '../../ir/index.js';
import { boundsOf } from './bounds.js';
import { isEmpty } from './example/empty.js';
import { fieldEntry } from './field-entry.js';
import { enumEntry, rulesOf, versionsOf } from './notes.js';
import type { FieldEntry, LinkText, MissingEntry, SchemaPage } from './page.js';
import { enumIn, type Room } from './room.js';
import { typeText } from './type-text.js';

export function schemaPage(shape: Shape, uses: Uses, room: Room): SchemaPage {
  const { name, group, type, title, description } = shape;
  const { spots, differences, examples } = room;
  const path = spots.schema(name);
  const about = description ?? title;
  const example = examples.ofShape(shape);
  const marks = differences.marksAt(path);
  return {
    kind: 'schema',
    path,
    title: name,
    ...(about !== undefined && { about }),
    name,
    group: spots.groupName(group),
    shape: type.kind,
    type: typeText(type, spots),
    nullable: type.nullable === true,
    bounds: boundsOf(type),
    rules: rulesOf(shape),
    ...versionsOf(shape),
    fields: type.kind === 'record' ? fieldsOf(type, name, room) : [],
    missing: type.kind === 'record' ? missingOf(type, name, room, new Set([name])) : differences.missingIn(path),
    ...(type.kind === 'enum' && { enum: enumEntry(enumIn(type, room.shapes) ?? type) }),
    ...(example !== undefined && !isEmpty(example) && { example }),
    usedBy: {
      operations: uses.operations.get(name) ?? [],
      schemas: (uses.shapes.get(name) ?? []).map((user) => ({ text: user, link: spots.schema(user) })),
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
function found(type: RecordType, owner: string, room: Room, seen: ReadonlySet<string>): ReadonlyMap<string, Found> {
  const fields = new Map<string, Found>();
  for (const base of type.bases) {
    const target = room.shapes.get(base)?.type;
    if (target?.kind !== 'record' || seen.has(base)) continue;
    for (const [name, one] of found(target, base, room, new Set([...seen, base]))) fields.set(name, one);
  }
  for (const field of type.fields) fields.set(field.name, { field, owner });
  return fields;
}

function fieldsOf(type: RecordType, shape: string, room: Room): readonly FieldEntry[] {
  const { spots, differences } = room;
  return [...found(type, shape, room, new Set([shape])).values()].map(({ field, owner }) => {
    const anchor = spots.field(shape, field.name);
    if (owner === shape) return fieldEntry(field, { page: spots.schema(shape), anchor }, room);
    // Marked where it is described, and so here too.
    const marks = differences.marksAt(spots.schema(owner), spots.field(owner, field.name));
    return {
      ...fieldEntry(field, { page: '', anchor, from: { text: owner, link: spots.schema(owner) } }, room),
      marks,
    };
  });
}

/** What it lacks itself and what its bases lack. */
function missingOf(type: RecordType, shape: string, room: Room, seen: ReadonlySet<string>): readonly MissingEntry[] {
  const { spots, shapes, differences } = room;
  const inherited = type.bases.flatMap((base) => {
    const target = shapes.get(base)?.type;
    if (target?.kind !== 'record' || seen.has(base)) return [];
    const missing = missingOf(target, base, room, new Set([...seen, base]));
    return missing.map((entry) => ({ ...entry, anchor: spots.field(shape, entry.name) }));
  });
  return [...inherited, ...differences.missingIn(spots.schema(shape))];
}

/** Who refers to each shape. */
export interface Uses {
  readonly operations: ReadonlyMap<string, readonly LinkText[]>;
  readonly shapes: ReadonlyMap<string, readonly string[]>;
}

export function usesOf({ api, spots }: Pick<Room, 'api' | 'spots'>): Uses {
  return { operations: operationUses(api, spots), shapes: shapeUses(api) };
}

function operationUses({ operations }: Api, spots: Room['spots']): ReadonlyMap<string, readonly LinkText[]> {
  const uses = new Map<string, LinkText[]>();
  for (const operation of operations) {
    const named = new Set(typesOf(operation).flatMap(referencesOf));
    for (const name of named)
      uses.set(name, [...(uses.get(name) ?? []), { text: operation.id, link: spots.operation(operation) }]);
  }
  return uses;
}

function shapeUses({ shapes }: Api): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const { name, type } of shapes)
    for (const used of new Set(referencesOf(type))) uses.set(used, [...(uses.get(used) ?? []), name]);
  return uses;
}
