/** An operation → the constant that describes its call. */
import { commentText, constant, type Declaration, type Operation } from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';
import { inputOf } from './input.js';

export function operationDeclaration(operation: Operation, context: ClientEmitContext): Declaration {
  const symbol = context.names.operation(operation);
  const { method, path } = operation;
  const code = context.runtime.operation(operation, inputOf(operation, context), context);
  const comment = commentText(`\`${method} ${path}\``).replaceAll('\n', ' ');
  return { symbols: [symbol], statements: [constant({ name: symbol.name, ...code, comment })] };
}
