/** From a raw response to what a host sends. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HostResponse } from '../host/index.js';
import { bodyOf, runSession, Session } from '../stream/index.js';
import { checkLength, withoutLength } from './content-length.js';
import { endToEndHeaders } from './end-to-end-headers.js';
import type { RawHeaders, RawResponse } from './raw-response.js';
import type { WriteContext } from './write-context.js';
import { protocols, sessionKind } from './session-reply.js';
import type { Headers } from './response-headers.js';

/** @throws Error for what cannot be sent */
export function writeRaw({ status, headers, body }: RawResponse, context: WriteContext): HostResponse {
  const { operation, request, closing, words } = context;
  if (status < 200 && status !== 101)
    throw new RangeError(`${operation.id} answered with the status ${status}, which is no end`);
  const own = sentHeaders(headers, context);
  if (status === 101) {
    const kind = sessionKind(operation, request);
    if (kind === undefined) throw new Error(`${operation.id} answered with a session, and has none`);
    if (!(body instanceof Session)) throw new TypeError(`${operation.id} answered with 101, and no session`);
    return {
      status: kind === 'raw' ? 200 : 101,
      headers: withoutLength(kind === 'raw' ? withRawType(own, context) : own),
      hijack: {
        protocol: protocols[kind],
        isHandshakeSent: true,
        run: (socket) => runSession(body, socket, { frames: false, signal: closing, words }),
      },
    };
  }
  if (body instanceof Session) throw new TypeError(`${operation.id} answered with a session, and the status ${status}`);
  if (status === 204 || status === 304) return { status, headers: withoutLength(own) };
  // To HEAD the length is that of the body which GET would have.
  if (body === undefined && request.method !== 'HEAD') own['Content-Length'] = '0';
  if (body === undefined) return { status, headers: own };
  const source = bodyOf(body);
  if (typeof source === 'string' || source instanceof Uint8Array) {
    own['Content-Length'] = String(Buffer.byteLength(source));
  }
  return { status, headers: own, body: source, onFailure: words };
}

function sentHeaders(headers: RawHeaders, { responseHeaders }: WriteContext): Headers {
  const own: Headers = {};
  for (const [name, value] of Object.entries(endToEndHeaders(headers))) {
    const key = name.toLowerCase();
    validateHeaderName(name);
    for (const one of [value].flat()) validateHeaderValue(name, one);
    if (key === 'content-length') checkLength(value);
    own[canonical[key] ?? name] = key === 'api-version' ? responseHeaders.apiVersion : value;
  }
  return own;
}

/** Hosts look for these by their names. */
const canonical: Readonly<Record<string, string>> = {
  'content-length': 'Content-Length',
  'content-type': 'Content-Type',
};

/** Engines tell frames by the media type of an upgrade only. */
function withRawType(headers: Headers, { operation }: WriteContext): Headers {
  const type = operation.responses[200]?.mediaType ?? operation.responses[101]?.mediaType;
  return type === undefined ? headers : { ...headers, 'Content-Type': type };
}
