/** The bodies of operations, and the schemas in them. */
import { LadingError } from '../diagnostics/index.js';
import {
  joinedPath,
  nameInPath,
  successResponses,
  wireMediaType,
  type Api,
  type Content,
  type Operation,
  type Recursion,
  type Schema,
  type Type,
  type ConversionDirection,
} from '../ir/index.js';

export type MessageKind = 'request' | 'response';

export function messageKindOf(direction: ConversionDirection): MessageKind {
  return direction.startsWith('request.') ? 'request' : 'response';
}

/** One form of the body of a message: a media type, and the status of a response. */
export interface MessageContent {
  /** `application/json`, `no body`. */
  readonly mediaType: string;
  /** The status of a response. */
  readonly status?: number;
  /** The type of the value, or of an item of a stream; absent for bytes. */
  readonly type?: Type;
  /** Whether conversions read it: a value, or a stream of JSON values. */
  readonly isRead: boolean;
}

/** Returns the forms of the body of a request or of a successful response. */
export function contentsOf(operation: Operation, kind: MessageKind, api: Api): readonly MessageContent[] {
  if (kind === 'request') {
    const { body } = operation;
    return [...contents(body?.content ?? []), ...(body?.required === true ? [] : [withoutBody])];
  }
  return successResponses(operation, api)
    .filter(({ status }) => status >= 200 && status < 300)
    .flatMap(({ status, content }) => {
      return (content.length === 0 ? [withoutBody] : contents(content)).map((each) => ({ ...each, status }));
    });
}

const withoutBody: MessageContent = { mediaType: 'no body', isRead: false };

function contents(all: readonly Content[]): readonly MessageContent[] {
  return all.map(({ mediaType, type, stream }) => ({
    mediaType: `${wireMediaType(mediaType)}${stream === undefined ? '' : ` (${stream.kind})`}`,
    ...(type.kind !== 'bytes' && { type }),
    isRead: type.kind !== 'bytes' && (stream === undefined || stream.kind === 'json-lines'),
  }));
}

/** An API whose operations and schemas are indexed by name. */
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

/** Two versions whose operations and schemas are indexed by name. */
export interface IndexedPair {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

/** A property of a record, and the name of the schema that declares it. */
export interface OwnedProperty {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly default?: unknown;
  readonly owner: string;
}

/** A type after resolving references, the names of its schemas, and whether it is nullable. */
export interface DereferencedType {
  readonly type: Type;
  /** The names of the schemas along the references. */
  readonly names: readonly string[];
  readonly nullable: boolean;
}

export function resolved(api: IndexedApi, given: Type): DereferencedType {
  const names = new Set<string>();
  let type = given;
  let nullable = given.nullable === true;
  while (type.kind === 'reference' && !names.has(type.name)) {
    const schema = api.schemasByName.get(type.name);
    if (schema === undefined) break;
    names.add(type.name);
    type = schema.type;
    nullable ||= type.nullable === true;
  }
  return { type, names: [...names], nullable };
}

/** Returns the properties of a record, those of its bases first; of an intersection, those of all its parts. */
export function propertiesOf(api: IndexedApi, type: Type, owner: string): readonly OwnedProperty[] {
  if (type.kind === 'intersection') return propertiesOfParts(api, type.parts, owner);
  if (type.kind !== 'record') return [];
  const inherited = type.bases.flatMap((base) => {
    const schema = api.schemasByName.get(base);
    return schema === undefined ? [] : propertiesOf(api, schema.type, base);
  });
  const own = type.fields.map(({ name, type: of, required, default: standard }) => ({
    name,
    type: of,
    required,
    ...(standard !== undefined && { default: standard }),
    owner,
  }));
  const names = new Set(own.map(({ name }) => name));
  return [...inherited.filter(({ name }) => !names.has(name)), ...own];
}

function propertiesOfParts(api: IndexedApi, parts: readonly Type[], owner: string): readonly OwnedProperty[] {
  const all = parts.flatMap((part) => {
    const { type, names } = resolved(api, part);
    return propertiesOf(api, type, names.at(-1) ?? owner);
  });
  return all.filter(({ name }, index) => all.findIndex((property) => property.name === name) === index);
}

/** The schemas in the bodies of an operation. */
export interface SchemaPlaces {
  /** The paths of each schema, by its name. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where schemas contain themselves. */
  readonly recursion: readonly Recursion[];
}

export function schemaPlaces(api: IndexedApi, operation: Operation, kind: MessageKind): SchemaPlaces {
  const found = new Map<string, Set<string>>();
  const recursion: Recursion[] = [];
  const visit = (
    type: Type,
    path: string,
    seen: readonly (readonly [name: string, path: string])[],
    levels: number,
  ): void => {
    if (levels === 0) throw tooDeep(`${operation.method} ${operation.path}`);
    const { type: inner, names } = resolved(api, type);
    for (const name of [...names, ...basesOf(api, inner)]) {
      const paths = found.get(name) ?? new Set();
      found.set(name, paths.add(path));
    }
    const outer = seen.find(([name]) => names.includes(name));
    if (outer !== undefined) {
      if (outer[1] !== path) recursion.push({ at: path, like: outer[1] });
      return;
    }
    const around = [...seen, ...names.map((name) => [name, path] as const)];
    if (inner.kind === 'array') {
      for (const item of [...(inner.prefixItems ?? []), inner.items]) visit(item, `${path}[]`, around, levels - 1);
    }
    if (inner.kind === 'map') visit(inner.values, `${path}{}`, around, levels - 1);
    if (inner.kind === 'union') for (const option of inner.options) visit(option, path, around, levels - 1);
    if (inner.kind === 'intersection') {
      for (const part of inner.parts) visit(part, path, around, levels - 1);
      return;
    }
    // The schemas that extend a record, of which its discriminator chooses one.
    const variants = inner.kind === 'record' ? (inner.discriminator?.mapping ?? []) : [];
    for (const { schema } of variants) visit({ kind: 'reference', name: schema }, path, around, levels - 1);
    for (const property of propertiesOf(api, inner, ''))
      visit(property.type, joinedPath(path, nameInPath(property.name)), around, levels - 1);
  };
  for (const { type, isRead } of contentsOf(operation, kind, api)) if (isRead && type) visit(type, '', [], MAX_LEVELS);
  return { paths: found, recursion };
}

function basesOf(api: IndexedApi, type: Type): readonly string[] {
  if (type.kind !== 'record') return [];
  return type.bases.flatMap((base) => {
    const schema = api.schemasByName.get(base);
    return [base, ...(schema === undefined ? [] : basesOf(api, schema.type))];
  });
}

/** How deep the values of messages may be nested: they are compared by recursion, and rules name places by their whole path. */
export const MAX_LEVELS = 500;

/** @param operation `POST /pets` */
export function tooDeep(operation: string): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `${operation} has messages whose schemas contain each other in a chain of more than ${MAX_LEVELS}`,
    place: 'conversions',
    remedy: 'Leave the operation out (operations in the configuration), or generate no conversions',
  });
}
