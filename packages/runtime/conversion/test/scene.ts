/** Applies the rules of a test to messages of one operation. */
import { convertersOf, type ResponseMessage, type RequestMessage, type Rule } from '../src/index.js';

const none: readonly Rule[] = [];

export function requestOf(more: Partial<RequestMessage>): RequestMessage {
  return { operation: 'BoxCreate', path: {}, query: {}, headers: {}, ...more };
}

/** Converts the body of a request; returns it with the warnings for the caller. */
export function convertBody(
  rules: readonly Rule[],
  body: unknown,
): { readonly body: unknown; readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const conversion = { request: { upgrade: rules, downgrade: none }, response: { upgrade: none, downgrade: none } };
  const converted = convertersOf(conversion).request.upgrade(requestOf({ body }), ({ message }) =>
    warnings.push(message),
  );
  return { body: converted.body, warnings };
}

export function convertResponse(rules: readonly Rule[], response: ResponseMessage): ResponseMessage {
  return convertersOf({
    request: { upgrade: none, downgrade: none },
    response: { upgrade: rules, downgrade: none },
  }).response.upgrade(response);
}
