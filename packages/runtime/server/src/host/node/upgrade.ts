/** Upgrade requests, which `node:http` emits bypassing the hooks of every framework; their body is left unparsed, as before Node 26. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientErrorListener } from './client-error.js';
import { detachedRequest } from './detached-request.js';
import { reparseRequest, type RequestEmitter } from './reparse-request.js';
import { unparseBody } from './unparse-body.js';
import { destroyLater, whenIdle } from './node-exchange.js';

export type UpgradeListener = (request: IncomingMessage, connection: Duplex, head: Uint8Array) => void;

interface UpgradeOptions {
  /** Tells whether the path, possibly after a prefix, is that of an operation that can upgrade the connection. */
  readonly mayUpgrade: (method: string, url: string) => boolean;
  /** Serves the request if its socket does not belong to a server. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  readonly onClientError: ClientErrorListener;
}

/**
 * The number of header names and values that Node stores by default. It drops further headers, such as the length of
 * the body.
 */
const defaultMaxRawHeaders = 2000;

const listeners = new WeakSet<UpgradeListener>();
const handled = new WeakSet<IncomingMessage>();

/**
 * Returns a listener that emits upgrade requests on their server again, so that hooks and routes of a framework apply:
 * as a request without the header `Upgrade` if the operation has no upgrade, and else with a connection that can be
 * hijacked.
 */
export function upgradeListener({ mayUpgrade, listener, onClientError }: UpgradeOptions): UpgradeListener {
  const listen: UpgradeListener = (request, connection, head) => {
    if (handled.has(request)) return;
    const { socket } = request;
    const upgrades = mayUpgrade(request.method ?? 'GET', request.url ?? '/');
    const server = serverOf(socket);
    // Paths without an operation are left to other listeners.
    if (!upgrades && server !== undefined && hasOtherListeners(server, listen)) return;
    handled.add(request);
    for (const each of [socket, connection]) each.on('error', ignore);
    if (head.length > 0) socket.unshift(head);
    socket.setTimeout(0);
    const refuse = (message: string, code?: string): void =>
      onClientError(Object.assign(new Error(message), code && { code }), socket);
    if (!unparseBody(request, connection)) return refuse('a chunk of the body is parsed in part');
    if (lacksHeaders(request, server)) return refuse('too many headers', 'HPE_HEADER_OVERFLOW');
    whenIdle(socket, () => {
      if (upgrades || server === undefined) emitDetached(request, server, listener);
      else reparseRequest(request, socket, server);
    });
  };
  listeners.add(listen);
  return listen;
}

function emitDetached(
  parsed: IncomingMessage,
  server: RequestEmitter | undefined,
  listener: UpgradeOptions['listener'],
): void {
  const { socket } = parsed;
  const request = detachedRequest(parsed, socket);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  socket.on('drain', () => response.emit('drain'));
  // If the connection was not upgraded, it ends, since unread bytes of the body would precede the next request.
  response.once('finish', () => {
    socket.end();
    socket.resume();
    destroyLater(socket);
  });
  socket.once('close', () => request.destroy());
  if (/^100-continue$/i.test(request.headers.expect ?? '')) response.writeContinue();
  if (server === undefined) listener(request, response);
  else server.emit('request', request, response);
}

/** Returns the server of a socket. The property is undocumented, and set on every socket that a server has accepted. */
function serverOf(socket: Socket): RequestEmitter | undefined {
  const { server } = socket as { readonly server?: unknown };
  return typeof server === 'object' && server !== null && 'maxHeadersCount' in server
    ? (server as RequestEmitter)
    : undefined;
}

function hasOtherListeners(server: RequestEmitter, ownListener: UpgradeListener): boolean {
  const upgradeListeners = server.listeners('upgrade') as UpgradeListener[];
  return upgradeListeners.length > 1 && upgradeListeners.some((one) => one !== ownListener && !listeners.has(one));
}

/** Whether Node has dropped headers of a request, such as the length of its body, since there are too many. */
export function lacksHeaders({ rawHeaders, socket }: IncomingMessage, server = serverOf(socket)): boolean {
  return rawHeaders.length >= defaultMaxRawHeaders && rawHeaders.length >= maxRawHeaders(server);
}

function maxRawHeaders(server: RequestEmitter | undefined): number {
  const { maxHeadersCount } = (server ?? {}) as { readonly maxHeadersCount?: number | null };
  return typeof maxHeadersCount === 'number' ? 2 * maxHeadersCount || Infinity : defaultMaxRawHeaders;
}

function ignore(): void {}
