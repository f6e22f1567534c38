/** A request that asks for an upgrade: Node parses its head, and leaves everything behind it on the socket. */
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { upgradeBody } from './upgrade-body.js';

const bodies = new WeakMap<IncomingMessage, DetachedBody>();

interface DetachedBody {
  /** Whether someone has begun to read it. */
  isRead: boolean;
}

/**
 * The same request with a body that can be read: the one of Node has ended already. Its parser has let go of the
 * socket, so what is not read of the body stays there.
 */
export function detachedRequest(parsed: IncomingMessage, socket: Socket): IncomingMessage {
  const request = new IncomingMessage(socket);
  const { httpVersion, httpVersionMajor, httpVersionMinor, method, url } = parsed;
  const { rawHeaders, headers, headersDistinct } = parsed;
  Object.assign(request, { httpVersion, httpVersionMajor, httpVersionMinor, method, url });
  Object.assign(request, { rawHeaders, headers, headersDistinct });
  const state: DetachedBody = { isRead: false };
  bodies.set(request, state);
  const body = upgradeBody(request, socket);
  // Own properties rather than methods of a class: frameworks give requests a prototype of theirs.
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
  // Whoever reads it is told; where nobody does, a client that leaves must not end the process.
  request.on('error', () => undefined);
  return request;
}

/** Whether Node's parser has let go of the request's socket. */
export function isDetached(request: IncomingMessage): boolean {
  return bodies.has(request);
}

/** Whether someone has begun to read the body of a detached request. */
export function isBodyRead(request: IncomingMessage): boolean {
  return bodies.get(request)?.isRead === true;
}
