/** Responses whose body is whole, or empty. */
import type { HostResponse, WholeBody } from '../host/index.js';
import { mergeHeaders } from './merge-headers.js';
import type { Headers } from './response-headers.js';
import type { WriteContext } from './check-response.js';

export function wholeResponse(status: number, body: WholeBody, headers: Headers): HostResponse {
  headers['Content-Length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength);
  return { status, headers, body };
}

/** Tells whether responses of a status have no body, whatever the handler returned. That of 205 has a length of 0. */
export function isBodylessStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Returns a response without a body; 204 and 304 have no `Content-Length` either. */
export function emptyResponse(
  status: number,
  handlerHeaders: Headers | undefined,
  context: WriteContext,
): HostResponse {
  const headers = mergeHeaders(context, handlerHeaders, undefined);
  if (status !== 204 && status !== 304) headers['Content-Length'] = '0';
  else if (handlerHeaders !== undefined) delete headers['Content-Length'];
  return { status, headers };
}
