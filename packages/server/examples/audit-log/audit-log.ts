/** Who asked what of an engine, and how it went: a line of JSON for each call. */
import type { Hooks } from '@lading/server';

/** Of what clients sent only names are told: bodies and headers may hold secrets. */
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
