/** An operation → the constant that describes its requests. */
import {
  commentText,
  constant,
  entryKey,
  list,
  literal,
  object,
  type Declaration,
  type CodeEntry,
} from '../../code/index.js';
import { requestBody, type Operation } from '../../ir/index.js';
import type { ContractNames } from './names.js';
import { parametersByPlace } from './parameter-places.js';
import { runtime } from './runtime.js';

export function operationDeclaration(operation: Operation, names: ContractNames): Declaration {
  const symbol = names.operation(operation);
  const { id, method, path } = operation;
  const value = object(
    [
      ['id', literal(id)],
      ['method', literal(method)],
      ['path', literal(path)],
      ...(operation.parameters.some(({ slashes }) => slashes) ? [['slashes', 'true'] as const] : []),
      ...encodingsEntry(operation, 'query'),
      ...encodingsEntry(operation, 'headers'),
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

function encodingsEntry(operation: Operation, place: 'query' | 'headers'): readonly CodeEntry[] {
  const parameters = parametersByPlace(operation).find(([other]) => other === place)?.[1] ?? [];
  const entries = parameters.map(({ name, encoding }): CodeEntry => [entryKey(name), literal(encoding)]);
  return entries.length === 0 ? [] : [[place, object(entries)]];
}

function bodyEntry(operation: Operation): readonly CodeEntry[] {
  const body = requestBody(operation);
  if (body === undefined) return [];
  return [['body', list(body.mediaTypes.map(literal))]];
}
