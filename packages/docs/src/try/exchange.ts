/** One exchange with the target of "Try it": a request, or the handshake of a WebSocket, whose messages become a stream, or mocks. */
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect as connectTcp, type Socket } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { connect as connectTls } from 'node:tls';
import type { ClientOptions } from 'ws';

/** The longest message of a WebSocket that is read, in bytes. */
const maxMessage = 16 * 1024 * 1024;
/** The longest time of a timer: there may be output long after the end of the input. */
const never = 2_147_483_647;

/** The head of a response, which the page shows. */
export interface ExchangeHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What follows a request. */
export interface ExchangeHandlers {
  readonly onResponse: (head: ExchangeHead, body: Readable) => void;
  /** The connection became a stream in both directions. The end of the stream ends the connection. */
  readonly onStream: (head: ExchangeHead, stream: Duplex, first: Buffer) => void;
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
    .on('response', (incoming) => onResponse(headOf(incoming), incoming))
    .on('upgrade', (incoming, stream, first) => onStream(headOf(incoming), stream, first));
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
  webSocket.once('unexpected-response', (_request, response: IncomingMessage) => {
    handlers.onResponse(headOf(response), response);
  });
  webSocket.once('upgrade', (incoming) => {
    handlers.onStream(headOf(incoming), createWebSocketStream(webSocket), Buffer.alloc(0));
  });
  return () => webSocket.terminate();
}

/** Passes a request to mocks. @throws Error if the request is not valid HTTP, or nothing responds to it */
export async function askMocks(
  respond: (request: Request) => Promise<Response | undefined>,
  { method = 'GET', path, headers }: ExchangeOptions,
  body: Buffer,
  { onResponse }: ExchangeHandlers,
): Promise<() => void> {
  const hasBody = body.length > 0 && !/^(?:GET|HEAD)$/i.test(method);
  const abort = new AbortController();
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: headers as Record<string, string>,
    signal: abort.signal,
    ...(hasBody && { body: new Uint8Array(body) }),
  });
  const response = await respond(request);
  if (response === undefined)
    throw new Error('The mocks have no response to it. Operations that upgrade the connection have no mock.');
  if (response.type === 'error') throw new Error('The mock ended the connection.');
  const { status, statusText, headers: received } = response;
  const stream = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream);
  onResponse({ status, statusText, headers: [...received] }, stream);
  return () => {
    abort.abort();
    stream.destroy();
  };
}

function headOf({ statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage): ExchangeHead {
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  return { status: statusCode, statusText: statusMessage, headers };
}
