/** Records with bases: whether an interface can extend the bases, and all fields if it cannot. */
import type { Api, Field, RecordType } from '../../ir/index.js';

/** Tells whether all bases are records, none of their fields is redefined, and the record is not its own base. */
export function isExtendable(type: RecordType, name: string, api: Api): boolean {
  if (type.bases.length === 0) return true;
  const inherited = new Set<string>();
  for (const base of type.bases) {
    const schema = record(base, api);
    if (schema === undefined || reaches(base, name, api, new Set())) return false;
    for (const field of flattened(schema, api).fields) {
      if (inherited.has(field.name)) return false;
      inherited.add(field.name);
    }
  }
  return !type.fields.some((field) => inherited.has(field.name));
}

/** Returns the fields of a record and of all its bases; the nearest definition of a field takes precedence. */
export function flattened(
  type: RecordType,
  api: Api,
  seen: ReadonlySet<string> = new Set(),
): { fields: readonly Field[]; rest: boolean } {
  const fields = new Map<string, Field>();
  let rest = type.rest !== undefined;
  for (const base of type.bases) {
    const schema = seen.has(base) ? undefined : record(base, api);
    if (schema === undefined) continue;
    const inherited = flattened(schema, api, new Set([...seen, base]));
    for (const field of inherited.fields) fields.set(field.name, field);
    rest ||= inherited.rest;
  }
  for (const field of type.fields) fields.set(field.name, field);
  return { fields: [...fields.values()], rest };
}

function reaches(from: string, name: string, api: Api, seen: Set<string>): boolean {
  if (from === name) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (record(from, api)?.bases ?? []).some((base) => reaches(base, name, api, seen));
}

function record(name: string, api: Api): RecordType | undefined {
  const type = api.schemas.find((schema) => schema.name === name)?.type;
  return type?.kind === 'record' ? type : undefined;
}
