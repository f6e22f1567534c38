/** The JSON that an operation carries, and the shapes in it. */
import {
  type Api,
  type Operation,
  type Reach,
  reachIn,
  type Shape,
  type Type,
  type WireDirection,
} from '../ir/index.js';
import { memo } from '../memo/index.js';

export type Way = 'request' | 'response';

export function wayOf(direction: WireDirection): Way {
  return direction.startsWith('request.') ? 'request' : 'response';
}

/** The type of the body, of the answer that tells success, or of each item of a stream of them; bytes are none. */
export function bodyOf(operation: Operation | undefined, way: Way): Type | undefined {
  const contents =
    way === 'request'
      ? (operation?.body?.content ?? [])
      : (operation?.answers ?? []).filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.find(({ type, stream }) => type.kind !== 'bytes' && (!stream || stream.kind === 'json-lines'))?.type;
}

export function operationOf(api: Api, id: string): Operation | undefined {
  return operationsIn(api).get(id);
}

const operationsIn = memo(
  ({ operations }: Api): ReadonlyMap<string, Operation> => new Map(operations.map((one) => [one.id, one])),
);

const shapesIn = memo(({ shapes }: Api): ReadonlyMap<string, Shape> => new Map(shapes.map((one) => [one.name, one])));

/** A member of a record, and the name of the shape that declares it. */
export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly owner: string;
}

/** A type with its references followed: what it is, what it is called, and whether null may stand in its place. */
export interface Resolved {
  readonly type: Type;
  /** The names of the shapes that led here. */
  readonly names: readonly string[];
  readonly nullable: boolean;
}

export function resolved(api: Api, type: Type, names: readonly string[] = [], nullable = false): Resolved {
  const orNull = nullable || type.nullable === true;
  if (type.kind !== 'reference' || names.includes(type.name)) return { type, names, nullable: orNull };
  const shape = shapesIn(api).get(type.name);
  return shape === undefined
    ? { type, names, nullable: orNull }
    : resolved(api, shape.type, [...names, type.name], orNull);
}

/** The members of a record, those of the shapes it builds on first. */
export function membersOf(api: Api, type: Type, owner: string): readonly Member[] {
  if (type.kind !== 'record') return [];
  const inherited = type.bases.flatMap((base) => {
    const shape = shapesIn(api).get(base);
    return shape === undefined ? [] : membersOf(api, shape.type, base);
  });
  const own = type.fields.map(({ name, type: of, required }) => ({ name, type: of, required, owner }));
  const names = new Set(own.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !names.has(name)), ...own];
}

/** The paths at which the JSON that an operation carries holds the shape. */
export function pathsOf(api: Api, operation: Operation, way: Way, shape: string): readonly string[] {
  const known = pathsIn(reachIn(api)(operation));
  const key = `${way} ${shape}`;
  const root = bodyOf(operation, way);
  const paths = known.get(key) ?? (root === undefined ? [] : searched(api, root, shape));
  known.set(key, paths);
  return paths;
}

const pathsIn = memo((_reach: Reach) => new Map<string, readonly string[]>());

function searched(api: Api, root: Type, shape: string): readonly string[] {
  const found: string[] = [];
  const visit = (type: Type, path: string, seen: readonly string[]): void => {
    const { type: inner, names } = resolved(api, type);
    if (names.includes(shape) || basesOf(api, inner).includes(shape)) found.push(path);
    if (names.some((name) => seen.includes(name))) return;
    const known = [...seen, ...names];
    if (inner.kind === 'list') visit(inner.items, `${path}[]`, known);
    if (inner.kind === 'map') visit(inner.values, `${path}{}`, known);
    if (inner.kind === 'union') for (const option of inner.options) visit(option, path, known);
    for (const member of membersOf(api, inner, '')) visit(member.type, joined(path, member.name), known);
  };
  visit(root, '', []);
  return [...new Set(found)];
}

export function joined(path: string, name: string): string {
  return path === '' || name === '' ? `${path}${name}` : `${path}.${name}`;
}

function basesOf(api: Api, type: Type): readonly string[] {
  if (type.kind !== 'record') return [];
  return type.bases.flatMap((base) => {
    const shape = shapesIn(api).get(base);
    return [base, ...(shape === undefined ? [] : basesOf(api, shape.type))];
  });
}
