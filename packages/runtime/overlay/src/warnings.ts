/** Reports the losses of a request: to the implementation beside the request, to the client in the response. */
import { isList, isRecord } from './json.js';
import { propertyOf, withProperty } from './property.js';
import type { RequestLoss, RequestMessage, ResponseMessage } from './message.js';

/** Appends losses to the `Warnings` of a response; errors and bodies that are not objects are left unchanged. */
export function withWarnings(response: ResponseMessage, losses: readonly RequestLoss[]): ResponseMessage {
  if (losses.length === 0 || response.status >= 400 || response.stream !== undefined || !isRecord(response.body))
    return response;
  const before = propertyOf(response.body, 'Warnings');
  const all = [...new Set([...(isList(before) ? before : []), ...losses.map(({ message }) => message)])];
  return { ...response, body: withProperty(response.body, 'Warnings', all) };
}

/** Returns the request with further losses. */
export function withLosses(request: RequestMessage, losses: readonly RequestLoss[]): RequestMessage {
  return losses.length === 0 ? request : { ...request, losses: [...(request.losses ?? []), ...losses] };
}
