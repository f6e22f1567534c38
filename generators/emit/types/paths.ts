/**
 * The `paths` module for users of openapi-fetch: the operations in the layout of openapi-typescript, with references to the
 * named types. It is printed line by line, since laying out megabytes costs more than all other modules together.
 */
import {
  inlineType,
  literal,
  uniqueName,
  visible,
  type Api,
  type Body,
  type Content,
  type Encoding,
  type Header,
  type Operation,
  type Parameter,
  type Response,
  type Type,
} from '../../emitter/index.js';
import type { EmittedTypes } from './emit-types.js';
import { pathsComment } from './paths-comment.js';
import { typeCode, type TypeSpelling } from './type-code.js';

type Lines = readonly string[];

/** Returns the code of a type on one line. */
type InlineTypeCode = (type: Type) => string;

/** The interfaces whose equal members a further version takes from the version that it extends. */
type SharedInterface = 'paths' | 'webhooks' | 'operations';

/** The `paths` module of a version. */
export interface EmittedPaths {
  /** The text without its head. */
  readonly text: string;
  /** What each member means, by its key: two versions with equal meanings have equal types and comments. */
  readonly meanings: Readonly<Record<SharedInterface, ReadonlyMap<string, string>>>;
}

/** The `paths` module of the version that a version extends. */
export interface PathsBase {
  /** The name of its package. */
  readonly package: string;
  readonly emitted: EmittedPaths;
}

/** @param base without it, the module declares everything */
export function emitPaths(
  { schemas, operations, webhooks }: Api,
  types: Pick<EmittedTypes, 'names' | 'origin'>,
  base?: PathsBase,
): EmittedPaths {
  const keyOf = operationKeys([...operations, ...webhooks]);
  const items = { paths: pathItems(operations), webhooks: pathItems(webhooks) };
  const operationMembers = [...items.paths.values(), ...items.webhooks.values()]
    .flatMap(inOrder)
    .map((operation) => operationMember(operation, keyOf(operation), types));
  const operationMeanings = meaningsOf(operationMembers);
  const pathMembers = (place: 'paths' | 'webhooks') =>
    [...items[place]].map((item) => pathMember(item, keyOf, operationMeanings));
  const members = { paths: pathMembers('paths'), webhooks: pathMembers('webhooks'), operations: operationMembers };
  const isShared = (place: SharedInterface, { name, meaning }: Member) =>
    base?.emitted.meanings[place].get(name) === meaning;
  const sharedInterface = (place: SharedInterface): Lines =>
    interfaceOf(
      place,
      members[place].flatMap((member) =>
        isShared(place, member)
          ? [`${key(member.name)}: base.${place}[${JSON.stringify(member.name)}];`]
          : member.lines,
      ),
    );
  const named = schemas.map(({ name }) => types.names.schema(name).name);
  const isExtending = members.operations.some((member) => isShared('operations', member));
  // A compiler reports an unused import, for example of a document without schemas.
  const imports = [
    ...(isExtending && base ? [`import type * as base from ${literal(`${base.package}/paths`)};`] : []),
    ...(named.length === 0 ? [] : [`import type * as types from './index.js';`]),
  ];
  const lines = [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    ...sharedInterface('paths'),
    ...sharedInterface('webhooks'),
    'export interface components {',
    ...indented(
      objectOr(
        'schemas',
        named.map((name) => `${name}: types.${name};`),
      ),
    ),
    ...['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'].map((part) => `  ${part}: never;`),
    '}',
    'export type $defs = Record<string, never>;',
    ...sharedInterface('operations'),
  ];
  return {
    text: `${visible(lines.join('\n'))}\n`,
    meanings: {
      paths: meaningsOf(members.paths),
      webhooks: meaningsOf(members.webhooks),
      operations: operationMeanings,
    },
  };
}

/** A member of an interface, with its meaning. */
interface Member {
  readonly name: string;
  readonly lines: Lines;
  readonly meaning: string;
}

function meaningsOf(members: readonly Member[]): ReadonlyMap<string, string> {
  return new Map(members.map(({ name, meaning }) => [name, meaning]));
}

function operationMember(
  operation: Operation,
  name: string,
  { names, origin }: Pick<EmittedTypes, 'names' | 'origin'>,
): Member {
  const references = new Set<string>();
  const lines = operationLines(operation, name, inlineTypeCodeWith(names, references));
  // The schemas of one name are one type only if they are declared in one place.
  const origins = [...references].map((reference) => {
    const symbol = names.schema(reference);
    const { home, name: declared } = origin(symbol) ?? symbol;
    return `${home.package} ${declared}`;
  });
  return { name, lines, meaning: [...lines, ...origins].join('\n') };
}

function pathMember(
  item: readonly [string, PathItem],
  keyOf: KeyOfOperation,
  operationMeanings: ReadonlyMap<string, string>,
): Member {
  const [name, operations] = item;
  const lines = pathLines(item, keyOf);
  const meanings = inOrder(operations).map((operation) => operationMeanings.get(keyOf(operation)) ?? '');
  return { name, lines, meaning: [...lines, ...meanings].join('\n') };
}

/** @param references receives the schemas that the code refers to */
function inlineTypeCodeWith(names: EmittedTypes['names'], references: Set<string>): InlineTypeCode {
  const spelling: TypeSpelling = {
    large: names.large,
    // What openapi-fetch reads from a response by default.
    bytes: 'string',
    reference: (name) => {
      references.add(name);
      return `components["schemas"]["${names.schema(name).name}"]`;
    },
    isNarrowedBy: names.isNarrowedBy,
  };
  return (type) => inlineType(typeCode(type, spelling));
}

/** The methods that openapi-fetch knows, in the order of their members. */
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** The operations of a path by method. */
type PathItem = ReadonlyMap<string, Operation>;

function pathItems(operations: readonly Operation[]): ReadonlyMap<string, PathItem> {
  const items = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const item = items.get(operation.path) ?? new Map<string, Operation>();
    items.set(operation.path, item.set(operation.method.toLowerCase(), operation));
  }
  return items;
}

function inOrder(item: PathItem): readonly Operation[] {
  return methods.flatMap((method) => item.get(method) ?? []);
}

type KeyOfOperation = (operation: Operation) => string;

/** Returns the keys of operations: operationIds, and identifiers of operations that have none or one that is taken. */
function operationKeys(operations: readonly Operation[]): KeyOfOperation {
  const taken = new Set<string>();
  const keys = new Map<string, string>();
  for (const { id, documentId = id } of operations)
    keys.set(id, uniqueName(taken.has(documentId) ? id : documentId, taken));
  return ({ id }) => keys.get(id) ?? id;
}

function pathLines([path, item]: readonly [string, PathItem], keyOf: KeyOfOperation): Lines {
  const members = methods.flatMap((method) => {
    const operation = item.get(method);
    if (operation === undefined) return [`${method}?: never;`];
    return [...pathsComment(operation), `${method}: operations[${JSON.stringify(keyOf(operation))}];`];
  });
  return objectLines(key(path), [...parametersLines([], () => ''), ...members]);
}

function operationLines({ parameters, body, responses }: Operation, name: string, inlineCode: InlineTypeCode): Lines {
  const members = responses.flatMap((response) => responseLines(response, inlineCode));
  return objectLines(key(name), [
    ...parametersLines(parameters, inlineCode),
    ...(body === undefined ? ['requestBody?: never;'] : bodyLines(body, inlineCode)),
    ...objectOr('responses', members),
  ]);
}

function parametersLines(parameters: readonly Parameter[], inlineCode: InlineTypeCode): Lines {
  const members = (['query', 'header', 'path', 'cookie'] as const).flatMap((place) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    const lines = found.flatMap((parameter) => valueLines(parameter, inlineCode));
    return objectOr(found.some(({ required }) => required) ? place : `${place}?`, lines);
  });
  return objectLines('parameters', members);
}

function bodyLines(body: Body, inlineCode: InlineTypeCode): Lines {
  const content = contentLines(body.content, inlineCode);
  return [
    ...pathsComment(body),
    ...objectLines(
      body.required ? 'requestBody' : 'requestBody?',
      objectLines('content', content.length === 0 ? ['"*/*"?: never;'] : content),
    ),
  ];
}

function responseLines(response: Response, inlineCode: InlineTypeCode): Lines {
  const { status, headers, content } = response;
  const values = headers.flatMap((header) => valueLines(header, inlineCode));
  return [
    ...pathsComment(response),
    ...objectLines(key(status), [
      ...objectLines('headers', [...values, '[name: string]: unknown;']),
      ...objectOr(content.length === 0 ? 'content?' : 'content', contentLines(content, inlineCode)),
    ]),
  ];
}

function contentLines(content: readonly Content[], inlineCode: InlineTypeCode): Lines {
  return content.flatMap((one) => [
    ...pathsComment({ example: one.example }),
    `${key(one.mediaType)}: ${inlineCode(one.type)};`,
  ]);
}

/** Returns the member of a parameter or header. */
function valueLines(value: Parameter | Header, inlineCode: InlineTypeCode): Lines {
  const type = isText(value.encoding) ? 'string' : inlineCode(value.type);
  return [...pathsComment(value), `${key(value.name)}${value.required ? '' : '?'}: ${type};`];
}

/** Whether callers pass the value as text of a media type. */
function isText(encoding: Encoding): boolean {
  return (
    encoding === 'json' || encoding === 'base64url-json' || (typeof encoding === 'object' && 'mediaType' in encoding)
  );
}

function interfaceOf(name: string, members: Lines): Lines {
  if (members.length === 0) return [`export type ${name} = Record<string, never>;`];
  return [`export interface ${name} {`, ...indented(members), '}'];
}

/** Returns a member whose type is an object, or `never` without members. */
function objectOr(name: string, members: Lines): Lines {
  return members.length === 0 ? [`${name}: never;`] : objectLines(name, members);
}

function objectLines(name: string, members: Lines): Lines {
  return [`${name}: {`, ...indented(members), '};'];
}

function indented(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}

/** Returns the key of a member: bare if it is an identifier or a whole number. */
function key(name: string): string {
  return /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/.test(name) ? name : JSON.stringify(name);
}
