/** A record with all that its bases give it: servers read a value in one go. */
import type { Api, Field, RecordType, Rule, Schema, Type } from '../../ir/index.js';

export interface Flattened {
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  readonly rest?: Type;
}

/** The nearest definition of a field wins; rules add up. */
export function flattened(type: RecordType, rules: readonly Rule[], api: Api, seen: readonly string[] = []): Flattened {
  const fields = new Map<string, Field>();
  const said: Rule[] = [];
  let rest = type.rest;
  for (const name of type.bases.filter((base) => !seen.includes(base))) {
    const base = api.schemas.find((schema) => schema.name === name);
    if (base === undefined || !isRecord(base)) continue;
    const inherited = flattened(base.type, base.rules ?? [], api, [...seen, name]);
    for (const field of inherited.fields) fields.set(field.name, field);
    said.push(...inherited.rules);
    rest ??= inherited.rest;
  }
  for (const field of type.fields) fields.set(field.name, field);
  return { fields: [...fields.values()], rules: [...said, ...rules], ...(rest && { rest }) };
}

function isRecord(schema: Schema): schema is Schema & { readonly type: RecordType } {
  return schema.type.kind === 'record';
}
