/** An audit log: a line of JSON for each call, with the client, the operation and the result. */
import type { Hooks } from '@lading/server';

/** Returns hooks that write the log. It omits bodies and headers, which may contain secrets. */
export function auditLog(write: (line: string) => void): Hooks {
  return {
    after({ operation, version, path, query, request }, { status, duration, error }) {
      const line = {
        time: new Date().toISOString(),
        from: request.remoteAddress || 'the socket',
        client: request.headers['user-agent'],
        version,
        operation,
        path,
        query,
        status,
        milliseconds: Math.round(duration),
        ...(error instanceof Error && { error: error.message }),
      };
      write(`${JSON.stringify(line)}\n`);
    },
  };
}
