/** Requests that ask for an upgrade, as `node:http` gives them away: unparsed, and past the hooks of every framework. */
import { Server, ServerResponse, type IncomingMessage } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { Socket } from 'node:net';
import { respondToClientError } from './client-error.js';
import { detachedRequest } from './detached-request.js';
import { parseAgain, type RequestEmitter } from './parse-again.js';

type UpgradeListener = (request: IncomingMessage, socket: Socket, head: Uint8Array) => void;

interface UpgradeOptions {
  /** Whether an operation behind any prefix of the path ends in an upgrade. */
  readonly mayUpgrade: (method: string, url: string) => boolean;
  /** Serves the request where its socket is of no server. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
}

/** How long a client may take to close a connection whose last response is out, in milliseconds. */
const closingTime = 1000;

/** Node keeps as many names and values of headers as this, and forgets others, such as the length of the body. */
const rawHeadersOfNode = 2000;

const listeners = new WeakSet<UpgradeListener>();
const handled = new WeakSet<IncomingMessage>();

/**
 * Gives the request back to its server, so that the framework there decides over it as over any other: as a request
 * without the header where the operation has no upgrade, and else with a connection that can be hijacked.
 */
export function upgradeListener({ mayUpgrade, listener }: UpgradeOptions): UpgradeListener {
  const listen: UpgradeListener = (request, socket, head) => {
    if (handled.has(request)) return;
    const upgrades = mayUpgrade(request.method ?? 'GET', request.url ?? '/');
    const server = serverOf(socket);
    // A path that only someone else knows is theirs.
    if (!upgrades && server !== undefined && hasOthers(server, listen)) return;
    handled.add(request);
    socket.on('error', ignore);
    if (head.length > 0) socket.unshift(head);
    socket.setTimeout(0);
    if (request.rawHeaders.length >= maxRawHeaders(server)) {
      respondToClientError(Object.assign(new Error('too many headers'), { code: 'HPE_HEADER_OVERFLOW' }), socket);
      return;
    }
    whenIdle(socket, () => {
      if (upgrades || server === undefined) emitDetached(request, socket, server, listener);
      else parseAgain(request, socket, server);
    });
  };
  listeners.add(listen);
  return listen;
}

function emitDetached(
  parsed: IncomingMessage,
  socket: Socket,
  server: RequestEmitter | undefined,
  listener: UpgradeOptions['listener'],
): void {
  const request = detachedRequest(parsed, socket);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.on('drain', () => response.emit('drain'));
  // Where there is no upgrade after all, nothing may follow: what is not read of the body is still there.
  response.once('finish', () => {
    socket.end();
    socket.resume();
    const timer = setTimeout(() => socket.destroy(), closingTime);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  });
  socket.once('close', () => request.destroy());
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  if (server === undefined) listener(request, response);
  else server.emit('request', request, response);
}

/** Responses to requests before this one may still be on their way. */
function whenIdle(socket: Socket, proceed: () => void): void {
  if (socket.destroyed) return;
  const { _httpMessage: response } = socket as { readonly _httpMessage?: ServerResponse | null };
  if (response === undefined || response === null) proceed();
  else response.once('close', () => whenIdle(socket, proceed));
}

/** Not documented, and there on every socket that a server of Node has accepted. */
function serverOf(socket: Socket): RequestEmitter | undefined {
  const { server } = socket as { readonly server?: unknown };
  return server instanceof Server || server instanceof TlsServer ? server : undefined;
}

function hasOthers(server: RequestEmitter, own: UpgradeListener): boolean {
  const all = server.listeners('upgrade') as UpgradeListener[];
  return all.length > 1 && all.some((one) => one !== own && !listeners.has(one));
}

function maxRawHeaders(server: RequestEmitter | undefined): number {
  const { maxHeadersCount } = (server ?? {}) as { readonly maxHeadersCount?: number | null };
  return typeof maxHeadersCount === 'number' ? 2 * maxHeadersCount || Infinity : rawHeadersOfNode;
}

function ignore(): void {}
