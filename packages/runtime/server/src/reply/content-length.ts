/** The `Content-Length` of handlers. */
import type { Headers } from './response-headers.js';

/** Checks a `Content-Length`. @throws RangeError if it is not a number of bytes, which would be invalid HTTP */
export function checkLength(value: unknown): void {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new RangeError('the Content-Length of a response is not a number of bytes');
  }
}

/** Returns the headers without `Content-Length`: an upgraded or raw response ends with its connection. */
export function withoutLength({ 'Content-Length': _length, ...headers }: Headers): Headers {
  return headers;
}
