/** What a schema means behind references and null. */
import type { ReferenceSchema, Schema } from '@lading/runtime-wire';

/** Returns a schema that is no reference. */
export function resolved(schema: Schema): Exclude<Schema, ReferenceSchema> {
  return schema.kind === 'ref' ? resolved(schema.to()) : schema;
}

/** Returns a schema that is neither a reference nor nullable. */
export function withoutNull(schema: Schema): Schema {
  const bare = resolved(schema);
  return bare.kind === 'nullable' ? withoutNull(bare.of) : bare;
}
