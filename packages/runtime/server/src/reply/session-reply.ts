/** The head of an answer whose connection changes hands. */
import type { OperationContract, ResponseContract } from '@lading/runtime-wire';
import { BadRequest, NotImplemented } from '../error/index.js';
import type { HostResponse, HostRequest } from '../host/index.js';
import { runSession, type Session } from '../stream/index.js';
import { withoutLength } from './content-length.js';
import { mergedHeaders } from './merge-headers.js';
import type { Headers } from './response-headers.js';
import type { WriteContext } from './write-context.js';

type SessionKind = 'upgrade' | 'websocket' | 'http2' | 'raw';

/**
 * What the connection of a request becomes: `raw` is a plain answer of status 200 that flows both ways, for clients that
 * do not ask for more. Undefined for operations without sessions.
 * @throws BadRequest where only an upgrade will do and none is asked for, NotImplemented where the host has none
 */
export function sessionKind(operation: OperationContract, request: HostRequest): SessionKind | undefined {
  const kind = operation.responses[101]?.kind;
  if (kind !== 'upgrade' && kind !== 'websocket' && kind !== 'http2') return undefined;
  const asked = request.headers['upgrade'];
  if (kind === 'upgrade' && asked === undefined) return 'raw';
  if (kind === 'websocket' && asked === undefined) throw new BadRequest('not websocket protocol');
  if (kind === 'http2' && asked === undefined) throw new BadRequest('no upgrade proto in request');
  if (kind === 'http2' && asked !== 'h2c') throw new BadRequest(`protocol ${asked} not supported`);
  if (request.duplexSupport !== 'upgrade') {
    throw new NotImplemented(
      `${operation.id} needs a connection that is upgraded (${protocols[kind]}), which this server's host cannot do`,
    );
  }
  return kind;
}

export const protocols = { upgrade: 'tcp', websocket: 'websocket', http2: 'h2c', raw: 'raw' } as const;

export function sessionReply(session: Session, own: Headers | undefined, context: WriteContext): HostResponse {
  const { operation, request, words, closing } = context;
  const kind = sessionKind(operation, request);
  if (kind === undefined) throw new Error(`${operation.id} answered with a session, and has none`);
  const upgrade: ResponseContract | undefined = operation.responses[101];
  const plain = operation.responses[200];
  const frames = !session.tty && (kind === 'upgrade' || kind === 'raw');
  const rawType = plain?.mediaType ?? upgrade?.mediaType;
  const framesType = upgrade?.framesType ?? plain?.framesType;
  // Engines tell frames by the media type of an upgrade only.
  const type =
    kind === 'upgrade' && frames ? (framesType ?? rawType) : kind === 'upgrade' || kind === 'raw' ? rawType : undefined;
  return {
    status: kind === 'raw' ? 200 : 101,
    headers: withoutLength(mergedHeaders(context, own, type)),
    hijack: {
      protocol: protocols[kind],
      run: (socket) => runSession(session, socket, { frames, signal: closing, words }),
    },
  };
}
