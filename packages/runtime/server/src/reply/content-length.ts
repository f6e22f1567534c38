/** The `Content-Length` that a handler gives. */
import type { Headers } from './response-headers.js';

/** @throws RangeError for what is no number of bytes, which would go out as wrong HTTP */
export function checkLength(value: unknown): void {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new RangeError('the Content-Length of a response is not a number of bytes');
  }
}

/** The headers without it: the end of an upgraded or raw connection is that of the connection. */
export function withoutLength({ 'Content-Length': _length, ...headers }: Headers): Headers {
  return headers;
}
