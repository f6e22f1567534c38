/** The handlers of a server, by noun and verb. */
import type { OperationContract } from '@lading/runtime-wire';
import type { Call } from './call.js';

/** Those left out answer 501. */
export type HandlerTable = Readonly<Record<string, object | undefined>>;

export type Handler = (call: Call) => unknown;

/** Looked up for every call, so that handlers may change, and called as the method of its object. */
export function handlerOf({ noun, verb }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (!Object.hasOwn(handlers, noun)) return undefined;
  const group = handlers[noun] as Readonly<Record<string, unknown>> | undefined;
  const method = group?.[verb];
  return typeof method === 'function' ? (call) => (method as Handler).call(group, call) : undefined;
}
