/** Reports the losses of a request in the response. */
import { isList, isRecord } from './json.js';
import { propertyOf, withProperty } from './property.js';
import type { ResponseMessage } from './message.js';

/** Appends warnings to the `Warnings` of a response; errors and bodies that are not objects are left unchanged. */
export function withWarnings(response: ResponseMessage, warnings: readonly string[]): ResponseMessage {
  if (warnings.length === 0 || response.status >= 400 || response.stream !== undefined || !isRecord(response.body))
    return response;
  const before = propertyOf(response.body, 'Warnings');
  const all = [...new Set([...(isList(before) ? before : []), ...warnings])];
  return { ...response, body: withProperty(response.body, 'Warnings', all) };
}
