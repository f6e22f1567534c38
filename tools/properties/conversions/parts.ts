/** The parts of an operation's messages that conversions look at, as types: body and query of requests, bodies of answers. */
import type { Api, Operation, Type } from 'lading/emitter';

export type Part = 'body' | 'query' | 'response';

/** Undefined where the operation has no such part, or it is no JSON. */
export function partOf(api: Api, id: string, part: Part): Type | undefined {
  const operation = api.operations.find((each) => each.id === id);
  if (operation === undefined) return undefined;
  if (part === 'query') return queryOf(operation);
  const contents =
    part === 'body'
      ? (operation.body?.content ?? [])
      : operation.responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.find(({ mediaType }) => mediaType === 'application/json')?.type;
}

function queryOf({ parameters }: Operation): Type | undefined {
  const fields = parameters.filter((parameter) => parameter.in === 'query');
  return fields.length === 0 ? undefined : { kind: 'record', bases: [], fields };
}

/** A type with its references followed. */
export function followed(api: Api, type: Type): { readonly type: Type; readonly nullable: boolean } {
  if (type.kind !== 'reference') return { type, nullable: type.nullable === true };
  const schema = api.schemas.find(({ name }) => name === type.name);
  if (schema === undefined) throw new Error(`there is no shape ${type.name}`);
  const inner = followed(api, schema.type);
  return { type: inner.type, nullable: inner.nullable || type.nullable === true };
}

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
}

/** The members of a record, inherited ones too. */
export function membersOf(api: Api, type: Type): readonly Member[] {
  if (type.kind !== 'record') return [];
  const inherited = type.bases.flatMap((base) => membersOf(api, followed(api, { kind: 'reference', name: base }).type));
  const own = new Set(type.fields.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !own.has(name)), ...type.fields];
}
