/** Responds to requests that are not HTTP or exceed limits, and closes their connections. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HostResponse } from '../host-message.js';
import { headerLines } from './header-lines.js';

/** Returns the response to a malformed request; its body is a string. */
export type MalformedResponse = (status: number, message: string) => HostResponse;

/** A listener for `httpServer.on('clientError', …)`. */
export type ClientErrorListener = (error: Error & { readonly code?: string }, socket: Duplex) => void;

const statuses: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

/** The time that a client has to read the response, in milliseconds. */
const closingTime = 1000;

export function clientErrorListener(responseOf: MalformedResponse): ClientErrorListener {
  return ({ code = '' }, socket) => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, headers, body, onEnd } = responseOf(...(statuses[code] ?? [400, 'the request is not valid HTTP']));
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headerLines(headers), 'Connection: close'];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body as string}`);
    const timer = setTimeout(() => socket.destroy(), closingTime);
    timer.unref();
    socket.once('close', () => {
      clearTimeout(timer);
      onEnd?.({ bytes: Buffer.byteLength(body as string), isComplete: socket.writableFinished });
    });
  };
}
