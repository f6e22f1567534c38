/** An operation → the constant that describes its call: the operation of the contract with a decoder. */
import {
  call,
  commentText,
  constant,
  generic,
  list,
  literal,
  mention,
  union,
  type Declaration,
} from '../../code/index.js';
import type { Operation } from '../../ir/index.js';
import { inputOf } from './input.js';
import { readingOf, type ClientEmitContext } from './reading.js';
import { errorOf, runtime } from './runtime.js';

export function operationDeclaration(operation: Operation, context: ClientEmitContext): Declaration {
  const symbol = context.names.operation(operation);
  const { method, path } = operation;
  const input = inputOf(operation, context);
  const { decoder, result } = readingOf(operation, context);
  const errors = union(errorsOf(operation).map(runtime));
  // Marked as pure, so that bundlers can remove unused operations.
  const value = call(
    `/* @__PURE__ */ ${runtime('withDecoder')}`,
    mention(context.contract.operation(operation)),
    decoder,
    ...(input.nested.length === 0 ? [] : [list(input.nested.map(literal))]),
  );
  return {
    symbols: [symbol],
    statements: [
      constant({
        name: symbol.name,
        type: generic(runtime('Operation'), input.text, result, errors),
        value,
        comment: commentText(`\`${method} ${path}\``).replaceAll('\n', ' '),
      }),
    ],
  };
}

/** Returns the errors that the contract documents, each once. */
export function errorsOf({ responses }: Operation): readonly ReturnType<typeof errorOf>[] {
  const failures = responses.filter(({ status }) => /^[45]/.test(status) || status === 'default');
  const names = new Set(failures.map(({ status }) => errorOf(status)));
  return names.size === 0 ? ['EngineError'] : [...names];
}
