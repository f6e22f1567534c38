/** Opens a websocket over a separate connection. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientOptions, WebSocket } from 'ws';
import { openSocket, type Target } from '../connect/index.js';
import { destroyOnAbort } from '../connect/on-abort.js';
import { ConnectionLost } from '../error/index.js';
import { silence, transferFailure, type CallName, errorText } from './failure.js';
import { responseHeaders, type ResponseHeaders } from './response-headers.js';
import { WebSocketDuplex } from './web-socket-duplex.js';

/** The options for opening a websocket. */
export interface WebSocketOptions {
  readonly target: Target;
  /** The time limit for opening the connection, in milliseconds. */
  readonly timeout: number;
  /** The encoded path, with the version and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly signal?: AbortSignal | undefined;
}

/** The head of the response, and either the websocket or the text of an error response. */
export type WebSocketResponse = ResponseHeaders & { readonly status: number } & (
    { readonly socket: WebSocketDuplex } | { readonly text: string }
  );

/** The longest time of a timer: the container decides how long there is output after the end of the input. */
const never = 2_147_483_647;

/**
 * Opens a connection and performs the handshake. Rejects with ConnectionError, with ProtocolError if the response is
 * neither a websocket nor HTTP, and with the signal's reason. A later abort destroys the websocket with that reason.
 */
export async function openWebSocket(options: WebSocketOptions): Promise<WebSocketResponse> {
  const { target, timeout, signal } = options;
  const call: CallName = { method: 'GET', path: options.path.split('?')[0] ?? '', address: target.address };
  // Loaded on demand: most programs never open a websocket.
  const { WebSocket } = await import('ws');
  const socket = await openSocket(target, { timeout, signal });
  silence(socket);
  try {
    signal?.throwIfAborted();
    const webSocket = new WebSocket('ws://localhost/', settings(options, socket));
    const duplex = new WebSocketDuplex(webSocket, { ...call, response: { status: 101 } });
    destroyOnAbort(duplex, signal);
    const response = await handshake(webSocket, duplex, call);
    if ('text' in response) socket.destroy();
    return response;
  } catch (error) {
    socket.destroy();
    throw signal?.aborted === true ? signal.reason : transferFailure(error, call);
  }
}

function settings({ headers, path }: WebSocketOptions, socket: Duplex): ClientOptions {
  const own: ClientOptions & { readonly closeTimeout: number } = {
    createConnection: () => socket as Socket,
    // Passed on to Node, which takes arrays as well.
    headers: headers as NonNullable<ClientOptions['headers']>,
    perMessageDeflate: false,
    closeTimeout: never,
    finishRequest: (request) => {
      // Set here, since a URL would normalize the path.
      request.path = path;
      request.end();
    },
  };
  return own;
}

function handshake(webSocket: WebSocket, duplex: WebSocketDuplex, call: CallName): Promise<WebSocketResponse> {
  return new Promise((resolve, reject) => {
    webSocket.once('upgrade', ({ statusCode, headersDistinct }) => {
      const head = responseHeaders(headersDistinct);
      webSocket.once('open', () => resolve({ status: statusCode ?? 101, ...head, socket: duplex }));
    });
    webSocket.once('unexpected-response', (_request, response: IncomingMessage) => {
      const { statusCode, headersDistinct } = response;
      const head = responseHeaders(headersDistinct);
      void errorText(response).then((text) => resolve({ status: statusCode ?? 0, ...head, text }));
    });
    duplex.once('error', reject);
    duplex.once('close', () => reject(new ConnectionLost(call)));
  });
}
