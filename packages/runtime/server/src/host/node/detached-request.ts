/** Upgrade requests: Node parses their head, and leaves everything after it on the socket. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { upgradeBody } from './upgrade-body.js';

const bodies = new WeakMap<IncomingMessage, DetachedBodyState>();

interface DetachedBodyState {
  /** Whether reading has started. */
  isRead: boolean;
}

/**
 * Returns a copy of the request with a readable body, since the body of Node's request has already ended. Node's parser
 * is detached from the socket, so that unread bytes of the body remain there.
 */
export function detachedRequest(parsed: IncomingMessage, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  const { httpVersion, httpVersionMajor, httpVersionMinor, method, url } = parsed;
  const { rawHeaders, headers, headersDistinct } = parsed;
  Object.assign(request, { httpVersion, httpVersionMajor, httpVersionMinor, method, url });
  Object.assign(request, { rawHeaders, headers, headersDistinct });
  const state: DetachedBodyState = { isRead: false };
  bodies.set(request, state);
  const body = upgradeBody(request, socket);
  // Own properties instead of methods of a class, since frameworks replace the prototype of requests.
  request._read = () => {
    request._read = () => void body?.resume();
    state.isRead = true;
    const end = (): void => {
      request.complete = true;
      request.push(null);
    };
    if (body === null) return end();
    body.on('data', (chunk: Buffer) => void (request.push(chunk) || body.pause()));
    body.once('end', end).once('error', (error) => request.destroy(error));
  };
  request._destroy = (error, done) => {
    body?.destroy();
    done(error);
  };
  // A reader receives the error itself. Without a reader, a client that disconnects must not end the process.
  request.on('error', () => undefined);
  return request;
}

/** Tells whether Node's parser is detached from the request's socket. */
export function isDetached(request: IncomingMessage): boolean {
  return bodies.has(request);
}

/** Tells whether reading the body of a detached request has started. */
export function isBodyRead(request: IncomingMessage): boolean {
  return bodies.get(request)?.isRead === true;
}
