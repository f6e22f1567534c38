/** The bodies of upgrade requests that Node parses, since version 26. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import { HttpError } from '../../error/index.js';
import { takeBuffered } from '../../request/read-whole.js';

/** Whether Node parses the bodies of upgrade requests. */
const parsesBodies = Number(process.versions.node.split('.')[0]) >= 26;

/** What is undocumented of a parser: what it is given, that it reads the handle of a socket, and is in a list for its time limits. */
interface NodeParser {
  getCurrentBuffer?: () => Buffer;
  unconsume?: () => void;
  remove?: () => void;
}

/**
 * Returns the body as Node parses it, after which the socket has what follows; undefined if the body is still unparsed
 * on the socket, or there is none.
 *
 * Node emits an incomplete request with a connection of its own, which has what follows the body. If nothing has arrived
 * after the head, the parser is detached: engines let clients announce a body and send raw bytes.
 */
export function parsedBodyOf(request: IncomingMessage, connection: Duplex): Readable | undefined {
  const { headers, socket } = request;
  if (!parsesBodies || (headers['content-length'] ?? headers['transfer-encoding']) === undefined) return undefined;
  if (connection !== socket && request.readableLength === 0 && isAtBody(socket)) {
    detachParser(socket);
    return undefined;
  }
  const body = new Readable({ read: () => void request.resume() });
  // A reader receives the error itself. Without a reader, a client that disconnects must not end the process.
  body.on('error', () => undefined);
  request.on('data', (data: Buffer) => void (body.push(data) || request.pause())).pause();
  request.on('error', () => body.destroy(new HttpError(400, 'the request body is incomplete')));
  request.once('end', () => {
    if (connection !== socket) takeBack(socket, connection);
    body.push(null);
  });
  return body;
}

/** Whether the bytes that are being parsed end with the head. Of connections with TLS that is not known, and taken for granted. */
function isAtBody(socket: Socket): boolean {
  const bytes = (socket as { parser?: NodeParser | null }).parser?.getCurrentBuffer?.() ?? '';
  return bytes.length === 0 || bytes.toString('latin1').endsWith('\r\n\r\n');
}

function detachParser(socket: Socket): void {
  const { parser } = socket as { parser?: NodeParser | null };
  parser?.unconsume?.();
  parser?.remove?.();
  for (const event of ['data', 'end', 'drain', 'timeout']) socket.removeAllListeners(event);
  socket.pause();
}

/** Puts back what the connection of Node has read after the body. */
function takeBack(socket: Socket, connection: Duplex): void {
  socket.removeAllListeners('data');
  const rest = takeBuffered(connection);
  socket.pause();
  if (rest.length > 0) socket.unshift(rest);
}
