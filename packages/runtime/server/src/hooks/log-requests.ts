/** A log line for each request, when its response has been sent. */
import type { EndedRequest, Ending, Hooks } from '../index.js';

/** A logger with levels. That of pino is one. */
export interface RequestLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface LogOptions {
  /** Returns further fields, or false to log nothing. */
  readonly fields?: (request: EndedRequest, ending: Ending) => object | false;
}

/**
 * Logs every request: as an error from status 500 on, as a warning from 400 on and if the response was cut, else as
 * information. Queries, headers and bodies are not logged, since they may contain secrets.
 */
export function logRequests(logger: RequestLogger, { fields }: LogOptions = {}): Hooks {
  return {
    end: (ended, ending) => {
      const more = fields?.(ended, ending);
      if (more === false) return;
      const { operation, version, request, state } = ended;
      const { status, duration, bytes, isComplete, error } = ending;
      const method = request?.method;
      const path = request?.url.split('?', 1)[0];
      const level = status >= 500 ? 'error' : status >= 400 || !isComplete ? 'warn' : 'info';
      logger[level](
        {
          requestId: state['requestId'],
          remoteAddress: request?.remoteAddress,
          method,
          path,
          operation,
          version,
          status,
          bytes,
          milliseconds: Math.round(duration * 10) / 10,
          isComplete,
          ...(error !== undefined && { err: error }),
          ...more,
        },
        `${operation ?? (request === undefined ? 'malformed request' : `${method ?? ''} ${path ?? ''}`)} ${status}`,
      );
    },
  };
}
