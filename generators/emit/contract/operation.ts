/** An operation → the constant that describes its requests. */
import {
  commentText,
  constant,
  data,
  entryKey,
  list,
  literal,
  object,
  type Declaration,
  type CodeEntry,
  type Data,
  requestBody,
  sentPath,
  type Operation,
  type Parameter,
} from '../../emitter/index.js';
import { securityData, serversData } from './address.js';
import type { ContractNames } from './names.js';
import { parametersByPlace, type ParameterPlace } from './parameter-places.js';
import { runtime } from './runtime.js';

export function operationDeclaration(operation: Operation, names: ContractNames): Declaration {
  const symbol = names.operation(operation);
  const { id, method, path } = operation;
  const value = object(
    [
      ['id', literal(id)],
      ['method', literal(method)],
      ['path', literal(sentPath(path))],
      ...(operation.parameters.some(({ slashes }) => slashes) ? [['slashes', 'true'] as const] : []),
      ...pathEncodingsEntry(operation),
      ...encodingsEntry(operation, 'query'),
      ...encodingsEntry(operation, 'headers'),
      ...encodingsEntry(operation, 'cookies'),
      ...encodingsEntry(operation, 'querystring'),
      ...(operation.security ? [['security', data(securityData(operation.security))] as const] : []),
      ...(operation.servers ? [['servers', data(serversData(operation.servers))] as const] : []),
      ...bodyEntry(operation),
    ],
    'open',
  );
  const comment = operationComment(operation);
  return {
    symbols: [symbol],
    statements: [constant({ name: symbol.name, type: runtime('Operation'), value, comment })],
  };
}

/** Returns the method and the path, as the comment of a constant. */
export function operationComment({ method, path }: Operation): string {
  return commentText(`\`${method} ${path}\``).replaceAll('\n', ' ');
}

function encodingsEntry(operation: Operation, place: Exclude<ParameterPlace, 'path'>): readonly CodeEntry[] {
  const entries = parametersIn(operation, place).map(encodingEntry);
  return entries.length === 0 ? [] : [[place, object(entries)]];
}

function pathEncodingsEntry(operation: Operation): readonly CodeEntry[] {
  const entries = parametersIn(operation, 'path')
    .filter(({ encoding }) => encoding !== 'plain')
    .map(encodingEntry);
  return entries.length === 0 ? [] : [['pathEncodings', object(entries)]];
}

function encodingEntry({ name, encoding }: Parameter): CodeEntry {
  return [entryKey(name), data(encoding as Data)];
}

function parametersIn(operation: Operation, place: ParameterPlace): readonly Parameter[] {
  return parametersByPlace(operation).find(([other]) => other === place)?.[1] ?? [];
}

function bodyEntry(operation: Operation): readonly CodeEntry[] {
  const body = requestBody(operation);
  if (body === undefined) return [];
  return [['body', list(body.mediaTypes.map(literal))]];
}
