/** What a request lost is told in the answer. */
import { isList, isRecord } from './json.js';
import { memberOf, withMember } from './property.js';
import type { ResponseMessage } from './message.js';

/** The answer with the texts behind its own `Warnings`; an error, or what has no members, stays as it is. */
export function withWarnings(response: ResponseMessage, warnings: readonly string[]): ResponseMessage {
  if (warnings.length === 0 || response.status >= 400 || response.stream !== undefined || !isRecord(response.body))
    return response;
  const before = memberOf(response.body, 'Warnings');
  const all = [...new Set([...(isList(before) ? before : []), ...warnings])];
  return { ...response, body: withMember(response.body, 'Warnings', all) };
}
