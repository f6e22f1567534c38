/** A request that asks for an upgrade in vain, given to Node's parser once more as one that does not ask. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket, type Server as TlsServer } from 'node:tls';

/** What Node's servers and those of TLS have in common here. */
export type RequestEmitter = Server | TlsServer;

/** Its body, the requests behind it, and the connection are then what they are for every other request. */
export function parseAgain(request: IncomingMessage, socket: Socket, server: RequestEmitter): void {
  socket.unshift(headWithoutUpgrade(request));
  // Documented for sockets that come from elsewhere; that of a TLS server gets its sockets by another name.
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
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

/** Undefined where nothing is left of the header. */
function valueWithoutUpgrade(name: string, value: string): string | undefined {
  if (name === 'upgrade') return undefined;
  if (name !== 'connection') return value;
  const options = value.split(',').filter((option) => option.trim().toLowerCase() !== 'upgrade');
  return options.length === 0 ? undefined : options.join(',');
}
