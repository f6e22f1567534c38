/** One exchange with the target of "Try it": a request, or the handshake of a WebSocket, whose messages become a stream. */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { ClientOptions } from 'ws';

/** The longest message of a WebSocket that is read, in bytes. */
const maxMessage = 16 * 1024 * 1024;
/** The longest time of a timer: there may be output long after the end of the input. */
const never = 2_147_483_647;

/** What follows a request. */
export interface ExchangeHandlers {
  readonly onResponse: (incoming: IncomingMessage) => void;
  /** The connection became a stream in both directions. The end of the stream ends the connection. */
  readonly onStream: (incoming: IncomingMessage, stream: Duplex, first: Buffer) => void;
  readonly onError: (error: Error) => void;
}

export interface ExchangeOptions extends RequestOptions {
  readonly path: string;
  readonly hostname?: string;
  readonly isSecure: boolean;
}

/**
 * Sends a request. A response of 101 makes its connection a stream of bytes.
 *
 * @returns a function that ends it
 * @throws Error if the request is not valid HTTP
 */
export function sendRequest({ isSecure, ...options }: ExchangeOptions, body: Buffer, handlers: ExchangeHandlers) {
  const { onResponse, onStream, onError } = handlers;
  const outgoing = (isSecure ? requestHttps : requestHttp)(options)
    .on('error', onError)
    .on('response', onResponse)
    .on('upgrade', onStream);
  outgoing.end(body);
  return () => void outgoing.destroy();
}

/** Opens a WebSocket. @returns a function that ends it */
export async function openWebSocket(options: ExchangeOptions, handlers: ExchangeHandlers): Promise<() => void> {
  const { socketPath, hostname, port, path, headers, isSecure } = options;
  // Loaded on demand: most sites have no WebSocket.
  const { WebSocket, createWebSocketStream } = await import('ws');
  const own: ClientOptions & { readonly closeTimeout: number } = {
    createConnection: () => {
      if (socketPath) return connectTcp(socketPath);
      const address = { host: hostname ?? 'localhost', port: Number(port) || (isSecure ? 443 : 80) };
      return (isSecure ? connectTls({ ...address, servername: address.host }) : connectTcp(address)) as Socket;
    },
    headers: headers as NonNullable<ClientOptions['headers']>,
    perMessageDeflate: false,
    maxPayload: maxMessage,
    closeTimeout: never,
    finishRequest: (request) => {
      // Set here, since a URL would normalize the path.
      request.path = path;
      request.end();
    },
  };
  const host = hostname === undefined ? 'localhost' : `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
  const webSocket = new WebSocket(`${isSecure ? 'wss' : 'ws'}://${host}/`, own);
  webSocket.on('error', handlers.onError);
  webSocket.once('unexpected-response', (_request, response: IncomingMessage) => handlers.onResponse(response));
  webSocket.once('upgrade', (incoming) => {
    handlers.onStream(incoming, createWebSocketStream(webSocket), Buffer.alloc(0));
  });
  return () => webSocket.terminate();
}
