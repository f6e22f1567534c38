/** At 1.41 a websocket carries all three streams: whoever holds its ends is told which of them were asked for. */
import type { Step } from '@lading/runtime-overlay';

export function wantedStreams(): Step {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status !== 101) return response;
      const { stdin, stdout, stderr } = request.query;
      return { ...response, streams: { stdin: isYes(stdin), stdout: isYes(stdout), stderr: isYes(stderr) } };
    },
  };
}

/** Whoever serves may leave scalars of a query the texts that they are. */
function isYes(value: unknown): boolean {
  return [true, 'true', 'True', 'TRUE', '1', 't', 'T'].some((yes) => yes === value);
}
