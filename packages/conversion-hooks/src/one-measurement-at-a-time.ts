/** An engine of 1.41 rejects concurrent measurements of disk usage: each one waits for the one before it. */
import type { ResponseMessage, Hook } from '@lading/runtime-conversion';

export function oneMeasurementAtATime(): Hook {
  let last: Promise<unknown> = Promise.resolve();
  return {
    around(request, next): Promise<ResponseMessage> {
      const response = last.then(() => next(request));
      last = response.catch(() => undefined);
      return response;
    },
  };
}
