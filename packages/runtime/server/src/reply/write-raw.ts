/** Converts a raw response to the response of a host. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HostResponse } from '../host/index.js';
import { bodyOf, runSession, Session } from '../stream/index.js';
import { checkLength, withoutLength } from './content-length.js';
import { endToEndHeaders } from './end-to-end-headers.js';
import type { RawHeaders, RawResponse } from './raw-response.js';
import type { WriteContext } from './write-context.js';
import { protocols, sessionKind } from './session-reply.js';
import type { Headers } from './response-headers.js';

/** Returns the response. @throws Error if it cannot be sent */
export function writeRaw({ status, headers, body }: RawResponse, context: WriteContext): HostResponse {
  const { operation, request, closing, failureMessage } = context;
  if (status < 200 && status !== 101)
    throw new RangeError(`${operation.id} returned the status ${status}, which is not a final one`);
  const ownHeaders = headersToSend(headers, context);
  if (status === 101) {
    const kind = sessionKind(operation, request);
    if (kind === undefined) throw new Error(`${operation.id} returned a session, which its contract does not have`);
    if (!(body instanceof Session)) throw new TypeError(`${operation.id} returned the status 101 without a session`);
    return {
      status: kind === 'raw' ? 200 : 101,
      headers: withoutLength(kind === 'raw' ? withRawType(ownHeaders, context) : ownHeaders),
      hijack: {
        protocol: protocols[kind],
        isHandshakeSent: true,
        run: (socket) => runSession(body, socket, { frames: false, signal: closing, failureMessage }),
      },
    };
  }
  if (body instanceof Session) throw new TypeError(`${operation.id} returned a session with the status ${status}`);
  if (status === 204 || status === 304) return { status, headers: withoutLength(ownHeaders) };
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

/** Returns the headers with the media type of raw bytes: engines use that of frames only for upgrades. */
function withRawType(headers: Headers, { operation }: WriteContext): Headers {
  const type = operation.responses[200]?.mediaType ?? operation.responses[101]?.mediaType;
  return type === undefined ? headers : { ...headers, 'Content-Type': type };
}
