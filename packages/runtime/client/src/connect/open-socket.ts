/** Opens a connection to a target of any kind. */
import { Socket, connect, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, type TLSSocket, connect as connectTls } from 'node:tls';
import { ConnectionError } from '../error/index.js';
import type { OpenOptions, Proxy, Target, TlsOptions } from './connect-options.js';
import { connectionError } from './connection-error.js';
import { openTunnel, proxyFailure } from './open-tunnel.js';
import { openSshSocket } from './ssh-socket.js';

/**
 * Opens a connection, through a proxy where there is one; with TLS, when the handshake is through. By ssh it is open when the program runs: what ssh
 * complains of later comes as the error of the socket, and is a ConnectionError too.
 * @throws ConnectionError with a helpful sentence; the signal's reason when it was aborted.
 */
export async function openSocket(target: Target, options: OpenOptions): Promise<Duplex> {
  options.signal?.throwIfAborted();
  if (target.kind === 'ssh') return aborting(await openSshSocket(target, options), options.signal);
  refuseLongPath(target);
  const way = target.proxy && (await throughProxy(target, target.proxy, options));
  if (way !== undefined && target.tls === undefined) return way;
  let socket: Socket;
  try {
    socket = start(target, way);
  } catch (error) {
    throw connectionError(error, target);
  }
  await opened(socket, target, options);
  if (socket.remoteFamily !== undefined) socket.setNoDelay(true).setKeepAlive(true, 30_000);
  return socket;
}

async function throughProxy(target: Target, proxy: Proxy, options: OpenOptions): Promise<Socket> {
  const { address, host, port, secure } = proxy;
  // As the engine's command line does, whom to trust is the same for both.
  const { servername: _name, cert: _cert, key: _key, ...tls } = target.tls ?? {};
  const entry: Target = { kind: 'tcp', address, host, port, basePath: '', ...(secure && { tls }) };
  let socket: Duplex;
  try {
    socket = await openSocket(entry, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw proxyFailure(error, proxy, target);
  }
  return openTunnel(socket as Socket, proxy, target, options);
}

// libuv cuts a longer path off in silence and connects to whatever socket has the rest for a name.
function refuseLongPath(target: Target): void {
  const longest = process.platform === 'linux' ? 107 : 103;
  if (target.kind !== 'unix' || Buffer.byteLength(target.socketPath ?? '') <= longest) return;
  throw connectionError(Object.assign(new Error('path too long'), { code: 'ENAMETOOLONG' }), target);
}

function start(target: Target, way: Socket | undefined): Socket {
  if (target.socketPath !== undefined) return connect({ path: target.socketPath });
  const { host = 'localhost', port = 2375, tls } = target;
  if (tls === undefined) return connect({ host, port });
  return connectTls({ host, port, ...(way && { socket: way }), ...tlsSettings(host, tls) });
}

function tlsSettings(host: string, tls: TlsOptions): ConnectionOptions {
  const { ca, cert, key, passphrase, servername, rejectUnauthorized } = tls;
  const name = servername ?? (isIP(host) === 0 ? host : undefined);
  return {
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: rejectUnauthorized ?? true,
    ...(ca === undefined ? {} : { ca: pem(ca) }),
    ...(cert === undefined ? {} : { cert: pem(cert) }),
    ...(key === undefined ? {} : { key: pem(key) }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(name === undefined ? {} : { servername: name }),
  };
}

function pem(text: string | Uint8Array): string | Buffer {
  return typeof text === 'string' ? text : Buffer.from(text);
}

function opened(socket: Socket | TLSSocket, target: Target, { signal, timeout }: OpenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new ConnectionError(
        'ETIMEDOUT',
        `The engine at ${target.address} did not answer within ${timeout} ms.`,
        target.address,
      );
      fail(error);
    }, timeout);
    const abort = (): void => fail(signal?.reason);
    const closed = (): void =>
      fail(connectionError(Object.assign(new Error('closed'), { code: 'ECONNRESET' }), target));
    const failed = (error: Error): void => fail(connectionError(error, target));
    const ready = target.tls === undefined ? 'connect' : 'secureConnect';
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      socket.off('error', failed).off('close', closed).off(ready, succeed);
    };
    const fail = (reason: unknown): void => {
      settle();
      // What a socket says after it was given up is of no interest, and must not end the process.
      socket.on('error', () => undefined).destroy();
      reject(reason);
    };
    const succeed = (): void => {
      settle();
      resolve();
    };
    signal?.addEventListener('abort', abort, { once: true });
    socket.on('error', failed).on('close', closed).on(ready, succeed);
  });
}

function aborting(socket: Duplex, signal: AbortSignal | undefined): Duplex {
  if (signal?.aborted !== true) return socket;
  socket.on('error', () => undefined).destroy();
  throw signal.reason;
}
