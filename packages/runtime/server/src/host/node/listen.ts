/** Listens on a socket of one's own. */
import { chmod, stat, unlink } from 'node:fs/promises';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type ListenOptions } from 'node:net';
import type { Duplex } from 'node:stream';
import type { EngineServer, ListenAddress, Listening } from '../../server/engine-server.js';
import type { Limits } from '../../request/index.js';
import { respondToClientError } from './client-error.js';
import { closeGracefully, type Drain } from './close-gracefully.js';
import { hijackedConnections } from './hijacked-connections.js';

/** How long a response may take once the client has closed its half of the connection, in milliseconds. */
const halfOpenTime = 5000;

/** How often connections that have become idle are closed while the server is closing, in milliseconds. */
const idleCheckTime = 25;

/** @throws what `net.Server.listen` throws: EADDRINUSE where someone listens already, EACCES … */
export async function listen(
  server: Pick<EngineServer, 'listener' | 'upgrade'>,
  address: ListenAddress,
  limits: Limits,
): Promise<Listening & Drain> {
  const settings: ServerOptions = {
    maxHeaderSize: (limits.headers || 1_048_576) + (limits.url || 1_048_576),
    headersTimeout: limits.firstByte,
    // Archives may take their time; whoever reads a body whole sets a time for it.
    requestTimeout: 0,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: Math.max(100, Math.min(limits.firstByte / 2, 10_000)) || 10_000,
    insecureHTTPParser: false,
  };
  const tls = 'port' in address ? address.tls : undefined;
  const http: Server =
    tls === undefined ? createServer(settings) : createTlsServer({ ...settings, allowHalfOpen: true, ...tls });
  if (limits.connections > 0) http.maxConnections = limits.connections;
  // A client that has no more input may still want all output.
  Object.assign(http, { httpAllowHalfOpen: true });
  let isStopping = false;
  // To Node, a connection on which nothing was asked yet is not idle.
  const asked = new WeakSet<Duplex>();
  http.on('request', (request, response) => {
    asked.add(request.socket);
    if (isStopping) response.shouldKeepAlive = false;
    server.listener(request, response);
  });
  http.on('upgrade', server.upgrade);
  http.on('clientError', respondToClientError);
  const sockets = new Set<Duplex>();
  http.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Duplex) => {
    // One that asked for an upgrade in vain comes again.
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.once('end', () => endSoon(socket));
  });
  if ('path' in address) {
    await removeStale(address.path);
    await listening(http, { path: address.path });
    if (!isPipe(address.path)) await chmod(address.path, address.mode ?? 0o660);
  } else await listening(http, { port: address.port, host: address.host ?? '127.0.0.1' });
  const drain: Drain = {
    stop: () => {
      isStopping = true;
      const closeIdle = (): void => {
        http.closeIdleConnections();
        for (const socket of sockets) if (!asked.has(socket)) socket.destroy();
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
    address: nameOf(http, address),
    port: 'port' in address ? (http.address() as AddressInfo).port : 0,
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

/** Who sends no more mostly has gone. What was asked for before may still be answered, but not for ever. */
function endSoon(socket: Duplex): void {
  if (hijackedConnections.has(socket)) return;
  const timer = setTimeout(() => {
    if (!hijackedConnections.has(socket)) socket.destroy();
  }, halfOpenTime);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

function listening(http: Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(options, () => {
      http.off('error', reject);
      resolve();
    });
  });
}

function nameOf(http: Server, address: ListenAddress): string {
  if ('path' in address) {
    return isPipe(address.path) ? `npipe://${address.path.replaceAll('\\', '/')}` : `unix://${address.path}`;
  }
  const { address: host, port, family } = http.address() as AddressInfo;
  return `tcp://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

function isPipe(path: string): boolean {
  return /^[\\/]{2}[.?][\\/]pipe[\\/]/i.test(path);
}

/** A socket on which nobody answers is left over from a process that ended without tidying up. */
async function removeStale(path: string): Promise<void> {
  if (isPipe(path)) return;
  const file = await stat(path).catch(() => undefined);
  if (file?.isSocket() === true && (await isDead(path))) await unlink(path);
}

function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
