/** Responds to requests that are not HTTP or exceed limits, and closes their connections. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostResponse } from '../host-message.js';
import { currentResponse, destroyLater } from './node-exchange.js';
import { headerLines } from './send-information.js';

/** Returns the response to a malformed request; its body is a string. */
export type MalformedResponse = (status: number, message: string) => HostResponse;

/** A listener for `httpServer.on('clientError', …)`. */
export type ClientErrorListener = (error: Error & { readonly code?: string }, socket: Duplex) => void;

const statuses: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  CONNECT: [501, 'CONNECT is not supported'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

/** Responds when the responses to earlier requests have been sent: a client reads them in order. */
export function clientErrorListener(responseOf: MalformedResponse): ClientErrorListener {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const respond = (): void => end(socket, responseOf(...(statuses[code] ?? [400, 'the request is not valid HTTP'])));
    afterEarlier(socket, respond);
  };
}

/** Calls a function when nothing is left to send but the response to the malformed request. */
function afterEarlier(socket: Duplex, respond: () => void): void {
  const response = currentResponse(socket);
  // Of a request whose body is malformed the head was served.
  if (response === undefined || (!response.req.complete && !response.headersSent)) respond();
  else if (!response.req.complete) socket.destroy();
  else response.once('close', () => socket.destroyed || afterEarlier(socket, respond));
}

function end(socket: Duplex, { status, headers, body, onEnd }: HostResponse): void {
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headerLines(headers), 'Connection: close'];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body as string}`);
  // What the client still sends is dropped, and no error again: closed with unread input, a connection is reset, and its response lost.
  socket.removeAllListeners('data').on('data', () => undefined);
  destroyLater(socket);
  socket.once('close', () =>
    onEnd?.({ bytes: Buffer.byteLength(body as string), isComplete: socket.writableFinished }),
  );
}
