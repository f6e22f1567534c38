/** Opens a connection to a target of any kind. */
import { Socket, connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type TLSSocket, connect as connectTls } from 'node:tls';
import { ConnectionError } from '../error/index.js';
import type { OpenOptions, Proxy, Target, TlsOptions } from './connect-options.js';
import { connectionError, connectionFailure } from './connection-error.js';
import { onAbort } from './on-abort.js';
import { openTunnel, proxyFailure } from './open-tunnel.js';
import { openSshSocket } from './ssh-socket.js';

/**
 * Opens a connection, through a proxy if there is one; resolves after the TLS handshake. With ssh it resolves when the
 * program runs: later failures of ssh are errors of the socket, which are ConnectionErrors, too.
 *
 * @throws ConnectionError with a helpful sentence; the signal's reason after an abort
 */
export async function openSocket(target: Target, options: OpenOptions): Promise<Duplex> {
  options.signal?.throwIfAborted();
  if (target.kind === 'ssh') return aborting(await openSshSocket(target, options), options.signal);
  refuseLongPath(target);
  const tunnel = target.proxy && (await throughProxy(target, target.proxy, options));
  if (tunnel !== undefined && target.tls === undefined) return tunnel;
  let socket: Socket;
  try {
    socket = start(target, tunnel, options);
  } catch (error) {
    throw connectionError(error, target);
  }
  await opened(socket, target, options);
  if (socket.remoteFamily !== undefined) socket.setNoDelay(true).setKeepAlive(true, 30_000);
  return socket;
}

async function throughProxy(target: Target, proxy: Proxy, options: OpenOptions): Promise<Socket> {
  const { address, host, port, secure } = proxy;
  // Like the engine's command line, uses the same certificate authorities for both.
  const { servername: _name, cert: _cert, key: _key, ...tls } = target.tls ?? {};
  const entry: Target = { kind: 'tcp', address, host, port, basePath: '', ...(secure && { tls }) };
  let socket: Duplex;
  try {
    socket = await openSocket(entry, { ...options, onread: undefined });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw proxyFailure(error, proxy, target);
  }
  return openTunnel(socket as Socket, proxy, target, options);
}

// libuv silently truncates a longer path and connects to the socket of that name.
function refuseLongPath(target: Target): void {
  const longest = process.platform === 'linux' ? 107 : 103;
  if (target.kind !== 'unix' || Buffer.byteLength(target.socketPath ?? '') <= longest) return;
  throw connectionFailure('ENAMETOOLONG', target);
}

function start(target: Target, tunnel: Socket | undefined, { allowHalfOpen = false, onread }: OpenOptions): Socket {
  const halves = { allowHalfOpen };
  const plain = { ...halves, ...(onread && { onread }) };
  if (target.socketPath !== undefined) return connect({ path: target.socketPath, ...plain });
  const { host = 'localhost', port = 2375, tls } = target;
  if (tls === undefined) return connect({ host, port, ...plain });
  // The types of Node lack the option of halves with TLS.
  return connectTls({ host, port, ...halves, ...(tunnel && { socket: tunnel }), ...tlsSettings(host, tls) });
}

function tlsSettings(host: string, tls: TlsOptions): ConnectionOptions {
  const { ca, cert, key, passphrase, servername, rejectUnauthorized } = tls;
  return {
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: rejectUnauthorized ?? true,
    ca: pem(ca),
    cert: pem(cert),
    key: pem(key),
    passphrase,
    servername: servername ?? (isIP(host) === 0 ? host : undefined),
  };
}

function pem(text: string | Uint8Array | undefined): string | Buffer | undefined {
  return typeof text === 'object' ? Buffer.from(text) : text;
}

function opened(socket: Socket | TLSSocket, target: Target, { signal, timeout }: OpenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new ConnectionError(
        'ETIMEDOUT',
        `The engine at ${target.address} did not respond within ${timeout} ms.`,
        target.address,
      );
      fail(error);
    }, timeout);
    const closed = (): void => fail(connectionFailure('ECONNRESET', target));
    const failed = (error: Error): void => fail(connectionError(error, target));
    const ready = target.tls === undefined ? 'connect' : 'secureConnect';
    const settle = (): void => {
      clearTimeout(timer);
      ignoreAbort();
      socket.off('error', failed).off('close', closed).off(ready, succeed);
    };
    const fail = (reason: unknown): void => {
      settle();
      // Errors of an abandoned socket are ignored; they must not end the process.
      socket.on('error', () => undefined).destroy();
      reject(reason);
    };
    const succeed = (): void => {
      settle();
      resolve();
    };
    const ignoreAbort = onAbort(signal, () => fail(signal?.reason));
    socket.on('error', failed).on('close', closed).on(ready, succeed);
  });
}

function aborting(socket: Duplex, signal: AbortSignal | undefined): Duplex {
  if (signal?.aborted !== true) return socket;
  socket.on('error', () => undefined).destroy();
  throw signal.reason;
}
