/** What a schema means behind references and null. */

/** @typedef {import('@lading/runtime-wire').Schema} Schema */

/** @param {Schema} schema @returns {Exclude<Schema, { kind: 'ref' }>} */
export function resolved(schema) {
  return schema.kind === 'ref' ? resolved(schema.to()) : schema;
}

/** @param {Schema} schema @returns {Schema} */
export function withoutNull(schema) {
  const bare = resolved(schema);
  return bare.kind === 'nullable' ? withoutNull(bare.of) : bare;
}
