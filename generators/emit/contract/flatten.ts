/** Records with the fields and rules of their bases, so that servers read a value in one pass. */
import {
  combinedConstraints,
  schemaNamed,
  type Api,
  type Field,
  type ObjectConstraints,
  type RecordType,
  type Rule,
  type Schema,
  type Type,
} from '../../emitter/index.js';

export interface Flattened {
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  readonly rest?: Type;
  /** The constraints of the properties as a whole. */
  readonly constraints: ObjectConstraints;
  /** The record and its bases, each once. */
  readonly records: readonly RecordType[];
}

/** Returns all fields and rules of a record; the nearest definition of a field takes precedence, rules are combined. */
export function flattened(type: RecordType, rules: readonly Rule[], api: Api, seen: readonly string[] = []): Flattened {
  const fields = new Map<string, Field>();
  const inheritedRules: Rule[] = [];
  const constraints: ObjectConstraints[] = [type];
  const records = new Set<RecordType>();
  let rest = type.rest;
  for (const name of type.bases.filter((base) => !seen.includes(base))) {
    const base = schemaNamed(api, name);
    if (base === undefined || !isRecord(base)) continue;
    const inherited = flattened(base.type, base.rules ?? [], api, [...seen, name]);
    for (const field of inherited.fields) fields.set(field.name, field);
    inheritedRules.push(...inherited.rules);
    constraints.push(inherited.constraints);
    for (const record of inherited.records) records.add(record);
    rest ??= inherited.rest;
  }
  for (const field of type.fields) fields.set(field.name, field);
  return {
    fields: [...fields.values()],
    rules: [...inheritedRules, ...rules],
    ...(rest && { rest }),
    constraints: combinedConstraints(constraints),
    records: [...records, type],
  };
}

function isRecord(schema: Schema): schema is Schema & { readonly type: RecordType } {
  return schema.type.kind === 'record';
}
