/** The handlers of a server, by noun and verb. */
import type { OperationContract } from '@lading/runtime-wire';
import type { Call } from './call.js';

/** The handlers by noun and verb. Operations without a handler respond with 501. */
export type HandlerTable = Readonly<Record<string, object | undefined>>;

export type Handler = (call: Call) => unknown;

/**
 * Returns the handler of an operation, called as a method of its object. It is looked up for every call, so that
 * handlers may change.
 */
export function handlerOf({ noun, verb }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (!Object.hasOwn(handlers, noun)) return undefined;
  const group = handlers[noun] as Readonly<Record<string, unknown>> | undefined;
  const method = group?.[verb];
  return typeof method === 'function' ? (call) => (method as Handler).call(group, call) : undefined;
}
