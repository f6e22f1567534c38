/** The constant of an operation: the operation of the contract with a decoder. */
import { call, generic, list, literal, mention, union, type Operation } from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { ClientRuntime } from '../client-runtime.js';
import type { Input } from '../input.js';
import { readingOf } from './reading.js';
import { errorOf, runtime } from './runtime.js';

export function operationCode(
  operation: Operation,
  input: Input,
  context: ClientEmitContext,
): ReturnType<ClientRuntime['operation']> {
  const { decoder, result } = readingOf(operation, context);
  const errors = union(errorsOf(operation).map(runtime));
  // Marked as pure, so that bundlers can remove unused operations.
  const value = call(
    `/* @__PURE__ */ ${runtime('withDecoder')}`,
    mention(context.contract.operation(operation)),
    decoder,
    ...(input.nested.length === 0 ? [] : [list(input.nested.map(literal))]),
  );
  return { type: generic(runtime('Operation'), input.text, result, errors), value };
}

/** Returns the errors that the contract documents, each once. */
export function errorsOf({ responses }: Operation): readonly ReturnType<typeof errorOf>[] {
  const failures = responses.filter(({ status }) => /^[45]/.test(status) || status === 'default');
  const names = new Set(failures.map(({ status }) => errorOf(status)));
  return names.size === 0 ? ['EngineError'] : [...names];
}
