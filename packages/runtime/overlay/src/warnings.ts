/** What a request lost is told in the answer. */
import { isList, isRecord } from './json.js';
import { memberOf, withMember } from './member.js';
import type { AnswerMessage } from './message.js';

/** The answer with the texts behind its own `Warnings`; an error, or what has no members, stays as it is. */
export function withWarnings(answer: AnswerMessage, warnings: readonly string[]): AnswerMessage {
  if (warnings.length === 0 || answer.status >= 400 || answer.stream !== undefined || !isRecord(answer.body))
    return answer;
  const before = memberOf(answer.body, 'Warnings');
  const all = [...new Set([...(isList(before) ? before : []), ...warnings])];
  return { ...answer, body: withMember(answer.body, 'Warnings', all) };
}
