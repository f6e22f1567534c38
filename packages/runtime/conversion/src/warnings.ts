/** Reports the losses of a request: to the implementation beside the request, to the client in the response. */
import { isList, isRecord } from './json.js';
import { propertyOf, withProperty } from './property.js';
import type { RequestLoss, RequestMessage, ResponseMessage } from './message.js';

/** Appends losses to the `Warnings` of a response; errors and bodies that are not objects are left unchanged. */
export function withWarnings(response: ResponseMessage, all: readonly RequestLoss[]): ResponseMessage {
  const losses = all.filter(({ isHeaderOnly }) => isHeaderOnly !== true);
  if (losses.length === 0 || response.status >= 400 || response.stream !== undefined || !isRecord(response.body))
    return response;
  const before = propertyOf(response.body, 'Warnings');
  const texts = [...new Set([...(isList(before) ? before : []), ...losses.map(({ message }) => message)])];
  return { ...response, body: withProperty(response.body, 'Warnings', texts) };
}

/** Returns the request with further losses. */
export function withLosses(request: RequestMessage, losses: readonly RequestLoss[]): RequestMessage {
  return losses.length === 0 ? request : { ...request, losses: [...(request.losses ?? []), ...losses] };
}

/**
 * Returns the value of the header `Lading-Loss`, a list of RFC 9651: the differences or places as strings, each with its sentence as
 * the parameter `message`; undefined without losses.
 */
export function lossHeader(losses: readonly RequestLoss[]): string | undefined {
  const items = losses.map(({ id, message }) => `${quoted(id)};message=${quoted(message)}`);
  return items.length === 0 ? undefined : [...new Set(items)].join(', ');
}

/** Quotes a text; a string of RFC 9651 has only characters of ASCII that can be printed. */
function quoted(text: string): string {
  return `"${text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')}"`;
}
