/** Puts back the bodies of upgrade requests, which Node parses since version 26. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { takeBuffered } from '../../request/read-whole.js';

/** Whether Node parses the bodies of upgrade requests. */
const parsesBodies = Number(process.versions.node.split('.')[0]) >= 26;

/** The parts of Node's parser that are undocumented. */
interface NodeParser {
  /** What is being parsed; empty if the socket has passed it, as with TLS. */
  getCurrentBuffer: () => Buffer;
  /** Stops reading from the system, without the socket. */
  unconsume: () => void;
  /** Ends the limits of its time. */
  remove: () => void;
}

/**
 * Leaves the socket of an upgrade request as Node before version 26 does: with the unparsed body, and without a parser.
 * Engines let clients announce a body and send raw bytes, so that a body cannot be parsed before its operation is known.
 *
 * @param connection what Node passes with the event: the socket, or a stream in front of it while the body is incomplete
 * @returns false if a part of a chunk has been parsed that is not known any more
 */
export function unparseBody(request: IncomingMessage, connection: Duplex): boolean {
  const { headers, socket, method, url } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (!parsesBodies || (!isChunked && headers['content-length'] === undefined)) return true;
  if (connection === socket) {
    const body = takeBuffered(request);
    socket.unshift(isChunked ? inChunks(body) : body);
    return true;
  }
  const { parser } = socket as unknown as { parser: NodeParser };
  const parsing = parser.getCurrentBuffer();
  detach(parser, socket);
  const end = parsing.indexOf('\r\n\r\n', Math.max(0, parsing.indexOf(`${method} ${url} HTTP/`)));
  if (end >= 0) socket.unshift(parsing.subarray(end + 4));
  else if (isChunked && request.readableLength > 0) return false;
  else socket.unshift(takeBuffered(request));
  return true;
}

function inChunks(body: Buffer): Buffer {
  const end = '0\r\n\r\n';
  return body.length === 0
    ? Buffer.from(end)
    : Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(`\r\n${end}`)]);
}

/** Does what Node does after a complete request for an upgrade. */
function detach(parser: NodeParser, socket: Socket): void {
  parser.unconsume();
  parser.remove();
  Object.assign(socket, { parser: null, readableFlowing: null });
  for (const event of ['data', 'end', 'close', 'drain', 'error', 'timeout'])
    for (const listener of socket.listeners(event) as ((...args: unknown[]) => void)[])
      if (/^(bound )?socketOn[A-Z]/.test(listener.name)) socket.off(event, listener);
}
