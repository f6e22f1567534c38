/** Converts a raw response of status 101 to the response of a host. */
import type { HostResponse } from '../host/index.js';
import { runSession, Session } from '../stream/index.js';
import type { RawResponse } from './raw-response.js';
import { type Headers, withoutLength } from './response-headers.js';
import { protocols, sessionKind } from './session-reply.js';
import type { WriteContext } from './check-response.js';

/** @param headers those to send @throws Error if the operation has no session, or the response none */
export function writeRawSession(
  { body }: RawResponse,
  headers: Headers,
  context: Pick<WriteContext, 'operation' | 'request' | 'closing' | 'failureMessage'>,
): HostResponse {
  const { operation, request, closing, failureMessage } = context;
  const kind = sessionKind(operation, request);
  if (!(body instanceof Session)) throw new TypeError(`${operation.id} returned the status 101 without a session`);
  // Engines use the media type of frames only for upgrades.
  const type = operation.responses[200]?.mediaType ?? operation.responses[101]?.mediaType;
  return {
    status: kind === 'raw' ? 200 : 101,
    headers: withoutLength({ ...headers, ...(kind === 'raw' && type !== undefined && { 'Content-Type': type }) }),
    hijack: {
      protocol: protocols[kind],
      isHandshakeSent: true,
      run: (socket) => runSession(body, socket, { frames: false, signal: closing, failureMessage }),
    },
  };
}
