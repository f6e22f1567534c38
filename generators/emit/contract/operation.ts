/** An operation → the constant that says how it is sent and how its responses are read. */
import {
  commentBlock,
  commentText,
  entryKey,
  list,
  literal,
  object,
  statement,
  type Code,
  type Declaration,
  type Entry,
} from '../../code/index.js';
import {
  requestBody,
  successResponses,
  type Api,
  type Field,
  type Operation,
  type SuccessResponse,
} from '../../ir/index.js';
import type { ContractNames } from './names.js';
import { parametersByPlace } from './parameter-places.js';
import { runtime } from './runtime.js';

export function operationDeclaration(operation: Operation, names: ContractNames, api: Api): Declaration {
  const symbol = names.operation(operation);
  const { id, noun, method, path } = operation;
  const responses = successResponses(operation, api).map((response): Entry => {
    return [String(response.status), responseCode(response)];
  });
  const code = object(
    [
      ['id', literal(id)],
      ['noun', literal(names.noun(noun))],
      ['verb', literal(names.verb(operation))],
      ['method', literal(method)],
      ['path', literal(path)],
      ...(operation.parameters.some(({ slashes }) => slashes) ? [['slashes', 'true'] as const] : []),
      ...parametersEntry(operation),
      ...bodyEntry(operation),
      ['responses', object(responses)],
    ],
    'open',
  );
  return {
    symbols: [symbol],
    statements: [
      statement(`${operationComment(operation)}export const ${symbol.name}: ${runtime('Operation')} = `, code, ';'),
    ],
  };
}

/** The method and the path, as the comment of a constant. */
export function operationComment({ method, path }: Operation, before = ''): string {
  return commentBlock(`${before}${commentText(`\`${method} ${path}\``).replaceAll('\n', ' ')}`);
}

function parametersEntry(operation: Operation): readonly Entry[] {
  const places = parametersByPlace(operation).map(([place, parameters]): Entry => {
    const entries = parameters.map(({ name, encoding, required }) => parameterEntry(name, encoding, required));
    return [place, object(entries)];
  });
  return places.length === 0 ? [] : [['parameters', object(places, 'open')]];
}

function parameterEntry(name: string, encoding: string, required: boolean): Entry {
  const entries: readonly Entry[] = [
    ['encoding', literal(encoding)],
    ...(required ? [['required', 'true'] as const] : []),
  ];
  return [entryKey(name), object(entries)];
}

function bodyEntry(operation: Operation): readonly Entry[] {
  const body = requestBody(operation);
  if (body === undefined) return [];
  const { kind, mediaTypes, required } = body;
  const isUsual = kind === 'json' && mediaTypes[0] === 'application/json';
  const code = object([
    ['kind', literal(kind)],
    ...(isUsual ? [] : [['mediaTypes', list(mediaTypes.map(literal))] as const]),
    ...(required ? [['required', 'true'] as const] : []),
  ]);
  return [['body', code]];
}

function responseCode({ kind, mediaType, framesType, headers }: SuccessResponse): Code {
  return object([
    ['kind', literal(kind)],
    ...(mediaType === undefined ? [] : [['mediaType', literal(mediaType)] as const]),
    ...(framesType === undefined ? [] : [['framesType', literal(framesType)] as const]),
    ...(headers.length === 0 ? [] : [['headers', object(headers.map(headerEntry))] as const]),
  ]);
}

function headerEntry({ name, type, required }: Field): Entry {
  return parameterEntry(name, type.kind === 'list' ? 'joined' : 'plain', required);
}
