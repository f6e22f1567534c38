/** A conversion of one operation, made of rules that a test writes down. */
import { convertersOf, type ResponseMessage, type RequestMessage, type Rule } from '../src/index.js';

const none: readonly Rule[] = [];

export function requestOf(more: Partial<RequestMessage>): RequestMessage {
  return { operation: 'BoxCreate', path: {}, query: {}, headers: {}, ...more };
}

/** What the rules make of the body of a request; and of what the caller is warned. */
export function requested(
  rules: readonly Rule[],
  body: unknown,
): { readonly body: unknown; readonly told: readonly string[] } {
  const told: string[] = [];
  const conversion = { request: { up: rules, down: none }, response: { up: none, down: none } };
  const { body: made } = convertersOf(conversion).request.up(requestOf({ body }), (warning) => told.push(warning));
  return { body: made, told };
}

export function answered(rules: readonly Rule[], response: ResponseMessage): ResponseMessage {
  return convertersOf({ request: { up: none, down: none }, response: { up: rules, down: none } }).response.up(response);
}
