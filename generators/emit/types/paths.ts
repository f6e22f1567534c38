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
import { differingLines, indented, isSame, memberOf, objectOr, type Member } from './paths-member.js';
import { typeCode, type TypeSpelling } from './type-code.js';

/** The `paths` module of a version. */
export interface EmittedPaths {
  /** The text without its head. */
  readonly text: string;
  readonly interfaces: Interfaces;
  /** The package that declares an operation, by its key. */
  readonly origins: ReadonlyMap<string, string>;
}

/** The members of the interfaces, which a further version takes from the version that it extends if they are equal. */
type Interfaces = Readonly<Record<'paths' | 'webhooks' | 'components' | 'operations', readonly Member[]>>;

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
    .map((operation) => operationMember(operation, key(keyOf(operation)), types));
  const inBase = new Map(base?.emitted.interfaces.operations.map((member) => [member.name, member]));
  const origins = new Map(
    operationMembers.map((member) => {
      const shared = isSame(member, inBase.get(member.name)) ? base?.emitted.origins.get(member.name) : undefined;
      return [member.name, shared ?? types.names.package];
    }),
  );
  const pathMembers = (item: ReadonlyMap<string, PathItem>) =>
    [...item].map((one) => pathMember(one, keyOf, (operation) => origins.get(key(operation)) ?? ''));
  const originOf = originIn(types);
  const named = schemas.map(({ name }) => {
    const { name: declared } = types.names.schema(name);
    return memberOf(declared, `${typesMark}${declared}`, [], originOf(name));
  });
  const nothing = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'].map((part) =>
    memberOf(part, 'never'),
  );
  const interfaces: Interfaces = {
    paths: pathMembers(items.paths),
    webhooks: pathMembers(items.webhooks),
    components: [objectOr('schemas', named), ...nothing],
    operations: operationMembers,
  };
  const declared = (name: keyof Interfaces) => interfaceLines(name, interfaces[name], base?.emitted.interfaces[name]);
  const lines = [
    ...declared('paths'),
    ...declared('webhooks'),
    ...declared('components'),
    'export type $defs = Record<string, never>;',
    ...declared('operations'),
  ];
  const code = lines.join('\n');
  // A compiler reports an unused import, for example of a document without schemas.
  const imports = [
    ...(base && code.includes(baseMark) ? [`import type * as base from ${literal(`${base.package}/paths`)};`] : []),
    ...(code.includes(typesMark) ? [`import type * as types from './index.js';`] : []),
  ];
  const parts = [
    ...imports,
    ...(imports.length === 0 ? [] : ['']),
    code.replaceAll(typesMark, 'types.').replaceAll(baseMark, 'base.'),
  ];
  return { text: `${visible(parts.join('\n'))}\n`, interfaces, origins };
}

/** What precedes the names of imported types until it is known which modules are imported. */
const [typesMark, baseMark] = ['\u0001types.', '\u0001base.'];

function interfaceLines(
  name: keyof Interfaces,
  members: readonly Member[],
  baseMembers: readonly Member[] = [],
): readonly string[] {
  if (members.length === 0) return [`export type ${name} = Record<string, never>;`];
  const inBase = new Map(baseMembers.map((member) => [member.name, member]));
  const lines = members.flatMap((member) => differingLines(member, inBase.get(member.name), `${baseMark}${name}`));
  return [`export interface ${name} {`, ...indented(lines), '}'];
}

/** Returns where the type of a schema is declared: the schemas of one name are one type only if they are declared in one place. */
function originIn({ names, origin }: Pick<EmittedTypes, 'names' | 'origin'>): (schema: string) => string {
  return (schema) => {
    const symbol = names.schema(schema);
    const { home, name } = origin(symbol) ?? symbol;
    return `${home.package} ${name}`;
  };
}

/** The code of a type on one line, and where the types are declared that it mentions. */
type InlineTypeCode = (type: Type) => readonly [code: string, origins: string];

function inlineTypeCodeWith(types: Pick<EmittedTypes, 'names' | 'origin'>): InlineTypeCode {
  const originOf = originIn(types);
  return (type) => {
    const origins = new Set<string>();
    const spelling: TypeSpelling = {
      large: types.names.large,
      // What openapi-fetch reads from a response by default.
      bytes: 'string',
      reference: (name) => {
        origins.add(originOf(name));
        return `${typesMark}${types.names.schema(name).name}`;
      },
      isNarrowedBy: types.names.isNarrowedBy,
    };
    return [inlineType(typeCode(type, spelling)), [...origins].join('\n')];
  };
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

/** @param originOf returns the package that declares an operation, by its key */
function pathMember(
  [path, item]: readonly [string, PathItem],
  keyOf: KeyOfOperation,
  originOf: (operation: string) => string,
): Member {
  const members = methods.map((method) => {
    const operation = item.get(method);
    if (operation === undefined) return memberOf(`${method}?`, 'never');
    const name = keyOf(operation);
    return memberOf(method, `operations[${JSON.stringify(name)}]`, pathsComment(operation), originOf(name));
  });
  return memberOf(key(path), [parametersMember([], () => ['', '']), ...members]);
}

function operationMember(operation: Operation, name: string, types: Pick<EmittedTypes, 'names' | 'origin'>): Member {
  const { parameters, body, responses } = operation;
  const inlineCode = inlineTypeCodeWith(types);
  return memberOf(name, [
    parametersMember(parameters, inlineCode),
    body === undefined ? memberOf('requestBody?', 'never') : bodyMember(body, inlineCode),
    objectOr(
      'responses',
      responses.map((response) => responseMember(response, inlineCode)),
    ),
  ]);
}

function parametersMember(parameters: readonly Parameter[], inlineCode: InlineTypeCode): Member {
  const members = (['query', 'header', 'path', 'cookie'] as const).map((place) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    const values = found.map((parameter) => valueMember(parameter, inlineCode));
    return objectOr(found.some(({ required }) => required) ? place : `${place}?`, values);
  });
  return memberOf('parameters', members);
}

function bodyMember(body: Body, inlineCode: InlineTypeCode): Member {
  const content = contentMembers(body.content, inlineCode);
  const members = [memberOf('content', content.length === 0 ? [memberOf('"*/*"?', 'never')] : content)];
  return memberOf(body.required ? 'requestBody' : 'requestBody?', members, pathsComment(body));
}

function responseMember(response: Response, inlineCode: InlineTypeCode): Member {
  const { status, headers, content } = response;
  const values = headers.map((header) => valueMember(header, inlineCode));
  const members = [
    memberOf('headers', [...values, memberOf('[name: string]', 'unknown')]),
    objectOr(content.length === 0 ? 'content?' : 'content', contentMembers(content, inlineCode)),
  ];
  return memberOf(key(status), members, pathsComment(response));
}

function contentMembers(content: readonly Content[], inlineCode: InlineTypeCode): readonly Member[] {
  return content.map(({ mediaType, type, example, examples }) => {
    const [code, origins] = inlineCode(type);
    return memberOf(key(mediaType), code, pathsComment(examples === undefined ? { example } : {}), origins);
  });
}

/** Returns the member of a parameter or header. */
function valueMember(value: Parameter | Header, inlineCode: InlineTypeCode): Member {
  const [code, origins] = isText(value.encoding) ? ['string', ''] : inlineCode(value.type);
  return memberOf(`${key(value.name)}${value.required ? '' : '?'}`, code, pathsComment(value), origins);
}

/** Whether callers pass the value as text of a media type. */
function isText(encoding: Encoding): boolean {
  return (
    encoding === 'json' || encoding === 'base64url-json' || (typeof encoding === 'object' && 'mediaType' in encoding)
  );
}

/** Returns the key of a member: bare if it is an identifier or a whole number. */
function key(name: string): string {
  return /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/.test(name) ? name : JSON.stringify(name);
}
