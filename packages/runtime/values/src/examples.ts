/** The examples that a document has for its schemas. */
import type { Field, Schema } from '@lading/runtime-wire';
import { fits } from './fits.js';
import type { Random } from './random.js';
import { resolved } from './merged-parts.js';

/** The examples of a schema: of the whole value, and of the properties of an object by their names. */
export interface SchemaExamples {
  readonly whole?: readonly unknown[];
  readonly properties?: Readonly<Record<string, readonly unknown[]>>;
}

/** The examples by the schema or the field itself: two with equal contents may have different ones. */
export type Examples = ReadonlyMap<Schema | Field, readonly unknown[]>;

/** Returns the examples of schemas. A property is one of the object itself, or of a part of an intersection. */
export function examplesOf(entries: readonly (readonly [Schema, SchemaExamples])[]): Examples {
  const examples = new Map<Schema | Field, readonly unknown[]>();
  for (const [schema, { whole, properties = {} }] of entries) {
    if (whole !== undefined) examples.set(resolved(schema), whole);
    const fields = fieldsOf(schema);
    for (const [name, values] of Object.entries(properties)) {
      const field = fields.get(name);
      if (field !== undefined) examples.set(field, values);
    }
  }
  return examples;
}

/** Returns one of the examples that fit; undefined if there is none. */
export function exampleOf(of: Schema | Field, schema: Schema, examples: Examples, random: Random): unknown {
  const all = examples.get(of);
  if (all === undefined) return undefined;
  const fitting = all.filter((value) => fits(value, schema));
  return fitting.length === 0 ? undefined : structuredClone(random.pick(fitting));
}

/** The fields of the objects that a schema consists of. */
function fieldsOf(schema: Schema, fields = new Map<string, Field>()): ReadonlyMap<string, Field> {
  const bare = resolved(schema);
  if (bare.kind === 'nullable') return fieldsOf(bare.of, fields);
  if (bare.kind === 'intersection') for (const part of bare.parts) fieldsOf(part, fields);
  if (bare.kind === 'object')
    for (const [name, field] of Object.entries(bare.fields)) if (!fields.has(name)) fields.set(name, field);
  return fields;
}
