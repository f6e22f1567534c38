/** Listens on a unix socket, a named pipe, a port, or a socket that the process was given. */
import { chmod, stat, unlink } from 'node:fs/promises';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type ListenOptions } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ApiServer, ListenAddress, Listening } from '../../server/api-server.js';
import type { Limits } from '../../request/index.js';
import type { ClientErrorListener } from './client-error.js';
import { closeGracefully, type Drain } from './close-gracefully.js';
import { hijackedConnections } from './hijacked-connections.js';

/** The time that a response may take after the client has half-closed the connection, in milliseconds. */
const halfOpenTime = 5000;

/** The interval at which idle connections are closed while the server is closing, in milliseconds. */
const idleCheckTime = 25;

/** Starts to listen. @throws the errors of `net.Server.listen`: EADDRINUSE if the address is in use, EACCES … */
export async function listen(
  server: Pick<ApiServer, 'listener' | 'upgrade'>,
  address: ListenAddress,
  limits: Limits,
  scheme: 'http' | 'tcp',
  onClientError: ClientErrorListener,
): Promise<Listening & Drain> {
  const settings: ServerOptions = {
    maxHeaderSize: (limits.headers || 1_048_576) + (limits.url || 1_048_576),
    headersTimeout: limits.firstByte,
    // Archives may take any time. Reading a whole body has a separate time limit.
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.max(100, Math.min(limits.firstByte / 2, 10_000)) || 10_000,
    insecureHTTPParser: false,
  };
  const tls = 'port' in address ? address.tls : undefined;
  const http: Server =
    tls === undefined ? createServer(settings) : createTlsServer({ ...settings, allowHalfOpen: true, ...tls });
  if (limits.connections > 0) http.maxConnections = limits.connections;
  // A client that has ended its input may still expect output.
  Object.assign(http, { httpAllowHalfOpen: true });
  let isStopping = false;
  // Node does not treat a connection without a first request as idle.
  const usedSockets = new WeakSet<Duplex>();
  http.on('request', (request, response) => {
    usedSockets.add(request.socket);
    if (isStopping) response.shouldKeepAlive = false;
    server.listener(request, response);
  });
  http.on('upgrade', server.upgrade);
  http.on('clientError', onClientError);
  const sockets = new Set<Duplex>();
  http.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
    // A connection whose upgrade request is parsed again is emitted twice.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('end', () => closeHalfOpen(socket));
  });
  if ('path' in address) {
    await removeStaleSocket(address.path);
    await listening(http, { path: address.path });
    if (!isPipe(address.path)) await chmod(address.path, address.mode ?? 0o660);
  } else if ('fd' in address) await listening(http, { fd: address.fd });
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
 * Closes a half-closed connection after some time, since most such clients have disconnected. Earlier requests get a
 * response until then.
 */
function closeHalfOpen(socket: Duplex): void {
  if (hijackedConnections.has(socket)) return;
  const timer = setTimeout(() => {
    if (!hijackedConnections.has(socket)) socket.destroy();
  }, halfOpenTime);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
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

function isPipe(path: string): boolean {
  return /^[\\/]{2}[.?][\\/]pipe[\\/]/i.test(path);
}

/** Removes a stale socket, which a process left when it ended without closing its server. */
async function removeStaleSocket(path: string): Promise<void> {
  if (isPipe(path)) return;
  const file = await stat(path).catch(() => undefined);
  if (file?.isSocket() === true && (await isStale(path))) await unlink(path);
}

function isStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
