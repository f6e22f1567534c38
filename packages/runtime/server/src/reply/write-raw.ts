/** Converts a raw response to the response of a host. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HostResponse } from '../host/index.js';
import { bodyOf, Session } from '../stream/index.js';
import { endToEndHeaders } from './end-to-end-headers.js';
import type { RawHeaders, RawResponse } from './raw-response.js';
import { type Headers, checkLength, withoutLength } from './response-headers.js';
import { isBodylessStatus } from './whole-response.js';
import type { WriteContext } from './check-response.js';

/** Writes a raw response of status 101. */
type WriteSession = (response: RawResponse, headers: Headers, context: WriteContext) => HostResponse;

/**
 * Returns the response.
 *
 * @param writeSession undefined for servers without sessions
 * @throws Error if it cannot be sent
 */
export function writeRaw(response: RawResponse, context: WriteContext, writeSession?: WriteSession): HostResponse {
  const { status, headers, body } = response;
  const { operation, request, failureMessage } = context;
  if (status < 200 && (status !== 101 || writeSession === undefined))
    throw new RangeError(`${operation.id} returned the status ${status}, which is not a final one`);
  const ownHeaders = headersToSend(headers, context);
  if (status === 101 && writeSession !== undefined) return writeSession(response, ownHeaders, context);
  if (body instanceof Session) throw new TypeError(`${operation.id} returned a session with the status ${status}`);
  if (isBodylessStatus(status)) {
    const withoutBody = withoutLength(ownHeaders);
    return { status, headers: status === 205 ? { ...withoutBody, 'Content-Length': '0' } : withoutBody };
  }
  // The response to HEAD keeps the length of the body that GET would have.
  if (body === undefined && request.method !== 'HEAD') ownHeaders['Content-Length'] = '0';
  if (body === undefined) return { status, headers: ownHeaders };
  const source = bodyOf(body);
  if (typeof source === 'string' || source instanceof Uint8Array) {
    ownHeaders['Content-Length'] = String(Buffer.byteLength(source));
  }
  return { status, headers: ownHeaders, body: source, onFailure: failureMessage };
}

function headersToSend(headers: RawHeaders, { responseHeaders }: WriteContext): Headers {
  const result: Headers = {};
  for (const [name, value] of Object.entries(endToEndHeaders(headers))) {
    const key = name.toLowerCase();
    validateHeaderName(name);
    for (const one of [value].flat()) validateHeaderValue(name, one);
    if (key === 'content-length') checkLength(value);
    result[canonicalNames[key] ?? name] = key === 'api-version' ? responseHeaders.apiVersion : value;
  }
  return result;
}

/** The spelling of the headers that hosts access by name. */
const canonicalNames: Readonly<Record<string, string>> = {
  'content-length': 'Content-Length',
  'content-type': 'Content-Type',
};
