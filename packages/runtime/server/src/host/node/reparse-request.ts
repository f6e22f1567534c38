/** Passes an upgrade request that is not upgraded to Node's parser again, without the header `Upgrade`. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Server as TlsServer, TLSSocket } from 'node:tls';

/** A server of `node:http` or `node:https`. */
export type RequestEmitter = Server | TlsServer;

/**
 * Parses a request again. Its body, pipelined requests and connection are then handled like those of every other
 * request.
 */
export function reparseRequest(request: IncomingMessage, socket: Socket, server: RequestEmitter): void {
  socket.unshift(headWithoutUpgrade(request));
  // Documented for sockets from other sources. TLS servers use another event.
  server.emit(isEncrypted(socket) ? 'secureConnection' : 'connection', socket);
}

/** Tells whether a connection has TLS, by a documented property: the class is that of a module which most servers do not load. */
export function isEncrypted(socket: Socket): socket is TLSSocket {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    const value = valueWithoutUpgrade(name.toLowerCase(), rawHeaders[index + 1] as string);
    if (value !== undefined) lines.push(`${name}: ${value}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Returns the value of a header without the upgrade, or undefined if nothing is left. */
function valueWithoutUpgrade(name: string, value: string): string | undefined {
  if (name === 'upgrade') return undefined;
  if (name !== 'connection') return value;
  const options = value.split(',').filter((option) => option.trim().toLowerCase() !== 'upgrade');
  return options.length === 0 ? undefined : options.join(',');
}
