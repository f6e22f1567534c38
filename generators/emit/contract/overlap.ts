/** Whether a value may fit several options of a union: those of different types, or with different constants, exclude each other. */
import { isDeepStrictEqual } from 'node:util';
import type { Api, EnumType, RecordType, Schema, Type } from '../../emitter/index.js';
import { flattened } from './flatten.js';

export function overlapIn(api: Api): (types: readonly Type[]) => boolean {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  return (types) =>
    types.some((type, index) => types.slice(index + 1).some((other) => mayOverlap(type, other, schemas, api)));
}

const anyKinds: ReadonlySet<string> = new Set(['any', 'condition', 'bytes']);

/** @param depth ends the search in schemas that contain themselves */
function mayOverlap(a: Type, b: Type, schemas: ReadonlyMap<string, Schema>, api: Api, depth = 0): boolean {
  if (depth > 8) return true;
  const again = (one: Type, other: Type) => mayOverlap(one, other, schemas, api, depth + 1);
  if (a.nullable && b.nullable) return true;
  for (const [one, other] of [[a, b] as const, [b, a] as const]) {
    if (one.kind === 'reference') {
      const target = schemas.get(one.name)?.type;
      return target === undefined || again({ ...target, ...(one.nullable && { nullable: true }) }, other);
    }
    if (one.kind === 'union') return one.options.some((option) => again(option, other));
    if (one.kind === 'intersection') return one.parts.every((part) => again(part, other));
    if (one.kind === 'never') return false;
    if (anyKinds.has(one.kind) || anyKinds.has(other.kind)) return other.kind !== 'never';
  }
  const [one, other] = a.kind === 'enum' ? [a, b] : [b, a];
  if (one.kind === 'enum') return mayEnumOverlap(one, other);
  if (a.kind === 'record' && b.kind === 'record') return mayRecordsOverlap(a, b, api, again);
  return kindOf(a.kind) === kindOf(b.kind);
}

function mayEnumOverlap(type: EnumType, other: Type): boolean {
  if (other.kind !== 'enum') return type.of === 'mixed' || kindOf(type.of) === kindOf(other.kind);
  return (
    type.open ||
    other.open ||
    type.values.some(({ value }) => other.values.some((each) => isDeepStrictEqual(each.value, value)))
  );
}

function kindOf(kind: string): string {
  if (kind === 'integer') return 'number';
  return kind === 'map' ? 'record' : kind;
}

function mayRecordsOverlap(a: RecordType, b: RecordType, api: Api, again: (a: Type, b: Type) => boolean): boolean {
  const [one, other] = [flattened(a, [], api), flattened(b, [], api)];
  const required = (fields: typeof one.fields) =>
    new Map(fields.flatMap((field) => (field.required ? [[field.name, field]] : [])));
  const others = required(other.fields);
  for (const [name, field] of required(one.fields)) {
    const counterpart = others.get(name) ?? other.fields.find((each) => each.name === name);
    if (counterpart !== undefined && !again(field.type, counterpart.type)) return false;
    if (counterpart === undefined && isClosedTo(b, other)) return false;
  }
  return ![...others.keys()].some((name) => !one.fields.some((field) => field.name === name) && isClosedTo(a, one));
}

/** Whether no other properties are allowed than the fields. */
function isClosedTo(type: RecordType, { constraints }: ReturnType<typeof flattened>): boolean {
  return type.closed === true && type.bases.length === 0 && constraints.patterns === undefined;
}
