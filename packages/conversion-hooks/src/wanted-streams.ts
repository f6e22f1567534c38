/** At 1.41 a websocket transports all three streams: the hook marks which of them the client requested. */
import type { Hook } from '@lading/runtime-conversion';

export function wantedStreams(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status !== 101) return response;
      const { stdin, stdout, stderr } = request.query;
      return { ...response, streams: { stdin: isTrue(stdin), stdout: isTrue(stdout), stderr: isTrue(stderr) } };
    },
  };
}

/** Whether a query parameter is true. Servers may pass scalars of a query as strings. */
function isTrue(value: unknown): boolean {
  return [true, 'true', 'True', 'TRUE', '1', 't', 'T'].some((accepted) => accepted === value);
}
