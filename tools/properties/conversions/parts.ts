/** The parts of an operation's messages that conversions change, as types: body and query of requests, bodies of responses. */
import type { Api, Operation, Type } from 'lading/emitter';

export type MessagePart = 'body' | 'query' | 'response';

/** The type of a part; undefined if the operation has no such part, or it is not JSON. */
export function partOf(api: Api, id: string, part: MessagePart): Type | undefined {
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

/** Resolves the references of a type. */
export function resolved(api: Api, type: Type): { readonly type: Type; readonly nullable: boolean } {
  if (type.kind !== 'reference') return { type, nullable: type.nullable === true };
  const schema = api.schemas.find(({ name }) => name === type.name);
  if (schema === undefined) throw new Error(`there is no schema ${type.name}`);
  const inner = resolved(api, schema.type);
  return { type: inner.type, nullable: inner.nullable || type.nullable === true };
}

export interface Property {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
}

/** The properties of a record, including inherited ones. */
export function propertiesOf(api: Api, type: Type): readonly Property[] {
  if (type.kind !== 'record') return [];
  const inherited = type.bases.flatMap((base) =>
    propertiesOf(api, resolved(api, { kind: 'reference', name: base }).type),
  );
  const own = new Set(type.fields.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !own.has(name)), ...type.fields];
}
