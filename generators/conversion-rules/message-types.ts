/** The JSON that an operation carries, and the shapes in it. */
import type { Api, Operation, Schema, Type, ConversionDirection } from '../ir/index.js';

export type Way = 'request' | 'response';

export function wayOf(direction: ConversionDirection): Way {
  return direction.startsWith('request.') ? 'request' : 'response';
}

/** The type of the body, of the answer that tells success, or of each item of a stream of them; bytes are none. */
export function bodyOf(operation: Operation | undefined, way: Way): Type | undefined {
  const contents =
    way === 'request'
      ? (operation?.body?.content ?? [])
      : (operation?.responses ?? []).filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.find(({ type, stream }) => type.kind !== 'bytes' && (!stream || stream.kind === 'json-lines'))?.type;
}

/** An api whose operations and shapes are found by name. */
export interface IndexedApi extends Api {
  readonly operationsById: ReadonlyMap<string, Operation>;
  readonly schemasByName: ReadonlyMap<string, Schema>;
}

export function indexed(api: Api): IndexedApi {
  return {
    ...api,
    operationsById: new Map(api.operations.map((operation) => [operation.id, operation])),
    schemasByName: new Map(api.schemas.map((schema) => [schema.name, schema])),
  };
}

/** A member of a record, and the name of the shape that declares it. */
export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly owner: string;
}

/** A type with its references followed: what it is, what it is called, and whether null may stand in its place. */
interface Resolved {
  readonly type: Type;
  /** The names of the shapes that led here. */
  readonly names: readonly string[];
  readonly nullable: boolean;
}

export function resolved(api: IndexedApi, type: Type, names: readonly string[] = [], nullable = false): Resolved {
  const orNull = nullable || type.nullable === true;
  if (type.kind !== 'reference' || names.includes(type.name)) return { type, names, nullable: orNull };
  const schema = api.schemasByName.get(type.name);
  return schema === undefined
    ? { type, names, nullable: orNull }
    : resolved(api, schema.type, [...names, type.name], orNull);
}

/** The members of a record, those of the shapes it builds on first. */
export function membersOf(api: IndexedApi, type: Type, owner: string): readonly Member[] {
  if (type.kind !== 'record') return [];
  const inherited = type.bases.flatMap((base) => {
    const schema = api.schemasByName.get(base);
    return schema === undefined ? [] : membersOf(api, schema.type, base);
  });
  const own = type.fields.map(({ name, type: of, required }) => ({ name, type: of, required, owner }));
  const names = new Set(own.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !names.has(name)), ...own];
}

/** The paths at which the JSON that an operation carries holds each shape, by the name of the shape. */
export function schemaPaths(api: IndexedApi, operation: Operation, way: Way): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (type: Type, path: string, seen: readonly string[]): void => {
    const { type: inner, names } = resolved(api, type);
    for (const name of [...names, ...basesOf(api, inner)]) {
      const paths = found.get(name) ?? new Set();
      found.set(name, paths.add(path));
    }
    if (names.some((name) => seen.includes(name))) return;
    const around = [...seen, ...names];
    if (inner.kind === 'list') visit(inner.items, `${path}[]`, around);
    if (inner.kind === 'map') visit(inner.values, `${path}{}`, around);
    if (inner.kind === 'union') for (const option of inner.options) visit(option, path, around);
    for (const member of membersOf(api, inner, '')) visit(member.type, joined(path, member.name), around);
  };
  const root = bodyOf(operation, way);
  if (root !== undefined) visit(root, '', []);
  return found;
}

export function joined(path: string, name: string): string {
  return path === '' || name === '' ? `${path}${name}` : `${path}.${name}`;
}

function basesOf(api: IndexedApi, type: Type): readonly string[] {
  if (type.kind !== 'record') return [];
  return type.bases.flatMap((base) => {
    const schema = api.schemasByName.get(base);
    return [base, ...(schema === undefined ? [] : basesOf(api, schema.type))];
  });
}
