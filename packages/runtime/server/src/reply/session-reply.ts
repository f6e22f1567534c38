/** The responses of sessions, whose connection is hijacked. */
import type { OperationContract, ResponseContract } from '@lading/runtime-wire';
import { BadRequest, NotImplemented } from '../error/index.js';
import type { HostResponse, HostRequest } from '../host/index.js';
import { runSession, type Session } from '../stream/index.js';
import { mergeHeaders } from './merge-headers.js';
import { type Headers, withoutLength } from './response-headers.js';
import type { WriteContext } from './check-response.js';

type SessionKind = 'upgrade' | 'websocket' | 'http2' | 'raw';

/**
 * Returns the kind of session that a request asks for. `raw` is a response of status 200 that streams in both directions, for
 * clients that do not request an upgrade.
 *
 * @throws BadRequest if the operation needs an upgrade that was not requested, NotImplemented if the host does not
 * support it, Error if the operation has no sessions
 */
export function sessionKind(operation: OperationContract, request: HostRequest): SessionKind {
  const kind = operation.responses[101]?.kind;
  if (kind !== 'upgrade' && kind !== 'websocket' && kind !== 'http2')
    throw new Error(`${operation.id} returned a session, which its contract does not have`);
  const requestedProtocol = request.headers['upgrade'];
  if (kind === 'upgrade' && requestedProtocol === undefined) return 'raw';
  if (kind === 'websocket' && requestedProtocol === undefined) throw new BadRequest('not websocket protocol');
  if (kind === 'http2' && requestedProtocol === undefined) throw new BadRequest('no upgrade proto in request');
  if (kind === 'http2' && requestedProtocol !== 'h2c')
    throw new BadRequest(`protocol ${requestedProtocol} not supported`);
  if (request.duplexSupport !== 'upgrade') {
    throw new NotImplemented(
      `${operation.id} needs an upgraded connection (${protocols[kind]}), which this server's host does not support`,
    );
  }
  return kind;
}

export const protocols = { upgrade: 'tcp', websocket: 'websocket', http2: 'h2c', raw: 'raw' } as const;

export function sessionReply(session: Session, own: Headers | undefined, context: WriteContext): HostResponse {
  const { operation, request, failureMessage, closing } = context;
  const kind = sessionKind(operation, request);
  const upgrade: ResponseContract | undefined = operation.responses[101];
  const plain = operation.responses[200];
  const frames = !session.tty && (kind === 'upgrade' || kind === 'raw');
  const rawType = plain?.mediaType ?? upgrade?.mediaType;
  const framesType = upgrade?.framesType ?? plain?.framesType;
  // Engines use the media type of frames only for upgrades.
  const type =
    kind === 'upgrade' && frames ? (framesType ?? rawType) : kind === 'upgrade' || kind === 'raw' ? rawType : undefined;
  return {
    status: kind === 'raw' ? 200 : 101,
    headers: withoutLength(mergeHeaders(context, own, type)),
    hijack: {
      protocol: protocols[kind],
      run: (socket) => runSession(session, socket, { frames, signal: closing, failureMessage }),
    },
  };
}
