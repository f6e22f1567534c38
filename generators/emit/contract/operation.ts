/** An operation → the constant that says how its requests are sent. */
import {
  commentText,
  constant,
  entryKey,
  list,
  literal,
  object,
  type Declaration,
  type Entry,
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

/** The method and the path, as the comment of a constant. */
export function operationComment({ method, path }: Operation): string {
  return commentText(`\`${method} ${path}\``).replaceAll('\n', ' ');
}

function encodingsEntry(operation: Operation, place: 'query' | 'headers'): readonly Entry[] {
  const parameters = parametersByPlace(operation).find(([other]) => other === place)?.[1] ?? [];
  const entries = parameters.map(({ name, encoding }): Entry => [entryKey(name), literal(encoding)]);
  return entries.length === 0 ? [] : [[place, object(entries)]];
}

function bodyEntry(operation: Operation): readonly Entry[] {
  const body = requestBody(operation);
  if (body === undefined) return [];
  return [['body', list(body.mediaTypes.map(literal))]];
}
