/** The state of requests, created when it is used first. */
import type { CallState } from './call.js';

const states = new WeakMap<object, CallState>();

export function stateOf(request: object): CallState {
  let state = states.get(request);
  if (state === undefined) states.set(request, (state = {}));
  return state;
}
