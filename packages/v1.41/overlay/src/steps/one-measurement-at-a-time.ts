/** An engine of 1.41 refuses to measure twice at a time: each measurement waits for the one before it. */
import type { AnswerMessage, Step } from '@lading/runtime-overlay';

export function oneMeasurementAtATime(): Step {
  let last: Promise<unknown> = Promise.resolve();
  return {
    around(request, next): Promise<AnswerMessage> {
      const answer = last.then(() => next(request));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
}
