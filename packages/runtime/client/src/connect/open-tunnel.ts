/** Opens a tunnel through an HTTP proxy with `CONNECT`; streams and upgrades work in it, too. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { ConnectionError } from '../error/index.js';
import type { OpenOptions, Proxy, Target } from './connect-options.js';

/**
 * Asks the proxy at the other end of a socket for a tunnel to the target.
 *
 * @throws ConnectionError that names the proxy; the signal's reason after an abort
 */
export async function openTunnel(socket: Socket, proxy: Proxy, target: Target, options: OpenOptions): Promise<Socket> {
  const { host = 'localhost', port = 2375 } = target;
  const { request } = await import('node:http');
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { authorization } = proxy;
  const headers = { host: authority, ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }) };
  try {
    return await new Promise<Socket>((resolve, reject) => {
      const { signal, timeout } = options;
      const connectRequest = request({
        method: 'CONNECT',
        path: authority,
        headers,
        createConnection: () => socket,
        signal,
      });
      connectRequest.setTimeout(timeout, () =>
        connectRequest.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
      );
      connectRequest.on('error', reject);
      connectRequest.on('connect', (response: IncomingMessage, _socket, head) => {
        socket.setTimeout(0);
        if (response.statusCode !== 200) return reject(refusal(response, proxy, target));
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      });
      connectRequest.end();
    });
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    options.signal?.throwIfAborted();
    throw proxyFailure(error, proxy, target);
  }
}

/** Returns the error for a proxy that cannot be reached, or does not behave as one. */
export function proxyFailure(error: unknown, proxy: Proxy, target: Target): ConnectionError {
  if (error instanceof ConnectionError && error.code === 'PROXY_REFUSED') return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'CONNECTION_FAILED';
  const message = `${named(proxy)} cannot reach ${target.address} (${code}): NO_PROXY names the hosts that need none.`;
  return new ConnectionError(code, message, target.address, { cause: error });
}

function refusal({ statusCode, statusMessage = '' }: IncomingMessage, proxy: Proxy, target: Target): ConnectionError {
  const remedy =
    statusCode === 407
      ? 'it wants a user and a password, as in http://user:password@proxy'
      : 'it must allow CONNECT to that port, or NO_PROXY name the host';
  const status = `${statusCode} ${statusMessage}`.trim().slice(0, 100);
  const message = `${named(proxy)} refuses a tunnel to ${target.address} (${status}): ${remedy}.`;
  return new ConnectionError('PROXY_REFUSED', message, target.address);
}

function named({ address, variable }: Proxy): string {
  return `The proxy ${address}, which ${variable} names,`;
}
