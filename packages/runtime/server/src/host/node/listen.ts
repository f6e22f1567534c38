/** Listens on a unix socket, a named pipe, a port, or a socket that the process was given. */
import { chmod } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo, ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { HostLimits } from '../host-limits.js';
import type { ListenAddress, Listening } from '../listen-address.js';
import type { ClientErrorListener } from './client-error.js';
import { closeGracefully, type Drain } from './close-gracefully.js';
import { createPrivately, groupNumber, isPipe, removeStaleSocket, setGroup } from './socket-file.js';
import type { UpgradeListener } from './upgrade.js';
import { hijackedConnections } from './node-exchange.js';

/**
 * The time until the next bytes of a response, or its end, after the client has half-closed the connection, in
 * milliseconds.
 */
export const defaultHalfOpenTime = 5000;

/** The interval at which idle connections are closed while the server is closing, in milliseconds. */
const idleCheckTime = 25;

/** The time after which a silent client is asked whether its machine is still there, in milliseconds. */
const keepAliveTime = 60_000;

/** The number of headers of a request; with the default of Node, 1000, a small head may exceed it. */
const maxHeadersCount = 10_000;

/** How often a silent connection is checked before it is closed. */
const silenceChecks = 4;

/** What a listening server calls, and how. */
export interface ListenSettings {
  readonly limits: HostLimits;
  /** The scheme in the address of a port. */
  readonly scheme: 'http' | 'tcp';
  readonly halfOpenTime: number;
  readonly listener: RequestListener;
  readonly upgrade: UpgradeListener;
  readonly onClientError: ClientErrorListener;
  readonly onConnection: (socket: Socket) => void;
}

/**
 * Starts to listen.
 *
 * @throws the errors of `net.Server.listen`: EADDRINUSE if the address is in use, EACCES …; Error for an unknown group
 */
export async function listen(
  { listener, upgrade, onClientError, onConnection, limits, scheme, halfOpenTime }: ListenSettings,
  address: ListenAddress,
): Promise<Listening & Drain> {
  const { silence = 0, halfClosed = 0 } = limits;
  const settings: ServerOptions = {
    maxHeaderSize: (limits.headers || 1_048_576) + (limits.url || 1_048_576),
    headersTimeout: limits.firstByte,
    // Archives may take any time. Reading a whole body has a separate time limit.
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.max(100, Math.min(limits.firstByte / 2, 10_000)) || 10_000,
    insecureHTTPParser: false,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveTime,
  };
  const tls = 'port' in address ? address.tls : undefined;
  const http: Server =
    tls === undefined
      ? createServer(settings)
      : (await import('node:https')).createServer({ ...settings, allowHalfOpen: true, ...tls });
  if (limits.connections > 0) http.maxConnections = limits.connections;
  http.maxHeadersCount = maxHeadersCount;
  // A client that has ended its input may still expect output.
  Object.assign(http, { httpAllowHalfOpen: true });
  let isStopping = false;
  // Node does not treat a connection without a first request as idle.
  const usedSockets = new WeakSet<Duplex>();
  http.on('request', (request, response) => {
    usedSockets.add(request.socket);
    if (isStopping) response.shouldKeepAlive = false;
    listener(request, response);
  });
  http.on('upgrade', upgrade);
  http.on('clientError', onClientError);
  // Node closes the connection without a response otherwise.
  http.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => undefined);
    onClientError(Object.assign(new Error('CONNECT'), { code: 'CONNECT' }), socket);
  });
  const sockets = new Set<Duplex>();
  http.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
    // A connection whose upgrade request is parsed again is emitted twice.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    onConnection(socket as Socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('end', () => closeHalfOpen(socket as Socket, halfOpenTime));
    if (silence > 0) limitSilence(socket as Socket, silence);
    if (halfClosed > 0) limitHalfClosed(socket as Socket, halfClosed);
  });
  if ('path' in address) await listenOnFile(http, address);
  else if ('fd' in address) await listening(http, { fd: address.fd });
  else await listening(http, { port: address.port, host: address.host ?? '127.0.0.1' });
  const drain: Drain = {
    stop: () => {
      isStopping = true;
      const closeIdle = (): void => {
        http.closeIdleConnections();
        for (const socket of sockets) if (!usedSockets.has(socket)) socket.destroy();
      };
      const timer = setInterval(closeIdle, idleCheckTime);
      return new Promise((resolve) => {
        http.close(() => {
          clearInterval(timer);
          resolve();
        });
      });
    },
    destroy: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
  const close: Listening['close'] = ({ timeout } = {}) =>
    closeGracefully([drain], new Set(), new AbortController(), timeout);
  return {
    ...drain,
    address: addressOf(http, address, scheme),
    port: 'port' in address ? (http.address() as AddressInfo).port : 0,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/**
 * Closes a half-closed connection on which nothing is sent for some time, since most such clients have disconnected.
 * Earlier requests get their responses until then.
 */
function closeHalfOpen(socket: Socket, time: number): void {
  if (!hijackedConnections.has(socket)) limitSilence(socket, time, () => hijackedConnections.has(socket));
}

/** Closes a connection on which nothing was sent or received for some time, also after an upgrade. */
function limitSilence(socket: Socket, time: number, isExempt = (): boolean => false): void {
  let bytes = 0;
  let checks = 0;
  const check = (): void => {
    const now = socket.bytesRead + socket.bytesWritten;
    checks = now === bytes ? checks + 1 : 0;
    bytes = now;
    if (isExempt()) clearInterval(timer);
    else if (checks === silenceChecks) socket.destroy();
  };
  const timer = setInterval(check, Math.ceil(time / silenceChecks)).unref();
  socket.once('close', () => clearInterval(timer));
}

/** Limits the time without a byte of an upgraded connection from when either half has ended. */
function limitHalfClosed(socket: Socket, time: number): void {
  const limit = (): void => {
    if (hijackedConnections.has(socket)) limitSilence(socket, time);
  };
  socket.once('end', limit).once('finish', limit);
}

/** Listens on a unix socket that only its owner and group may open. */
async function listenOnFile(
  http: Server,
  { path, mode = 0o660, group }: Extract<ListenAddress, { readonly path: string }>,
): Promise<void> {
  if (isPipe(path)) return listening(http, { path });
  const number = group === undefined ? undefined : await groupNumber(group);
  await removeStaleSocket(path);
  let isListening = Promise.resolve();
  createPrivately(() => (isListening = listening(http, { path })));
  await isListening;
  if (number !== undefined) await setGroup(path, number);
  await chmod(path, mode);
}

function listening(http: Server, options: ListenOptions | { readonly fd: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(options, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function addressOf(http: Server, address: ListenAddress, scheme: 'http' | 'tcp'): string {
  if ('path' in address) {
    return isPipe(address.path) ? `npipe://${address.path.replaceAll('\\', '/')}` : `unix://${address.path}`;
  }
  if ('fd' in address) return `fd://${address.fd}`;
  const { address: host, port, family } = http.address() as AddressInfo;
  const secure = scheme === 'http' && address.tls !== undefined ? 's' : '';
  return `${scheme}${secure}://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}
