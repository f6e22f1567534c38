/** Opens a websocket over a connection of its own. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientOptions, WebSocket } from 'ws';
import { openSocket, type Target } from '../connect/index.js';
import { ProtocolError } from '../error/index.js';
import { said, silence, streamFailure, type CallName } from './failure.js';
import { responseHeaders, type ResponseHeaders } from './response-headers.js';
import { WebSocketDuplex } from './web-socket-duplex.js';

/** What is needed to open one. */
export interface WebSocketOptions {
  readonly target: Target;
  /** Milliseconds until a connection must stand. */
  readonly timeout: number;
  /** As it goes over the wire, with the version and the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly signal?: AbortSignal;
}

/** The head of the answer, and either the websocket or the words of a refusal. */
export type WebSocketResponse = ResponseHeaders & { readonly status: number } & (
    { readonly socket: WebSocketDuplex } | { readonly text: string }
  );

/** A refusal's body is not read further than this. */
const longestRefusal = 65_536;

/** The longest time that a timer can take: how long output may follow the end of input is the container's matter. */
const never = 2_147_483_647;

/**
 * Connects and shakes hands. Rejects with ConnectionError, with ProtocolError where the engine answers what is neither a
 * websocket nor HTTP, and with the signal's reason. An abort afterwards destroys the websocket with that reason.
 */
export async function openWebSocket(options: WebSocketOptions): Promise<WebSocketResponse> {
  const { target, timeout, signal } = options;
  const call: CallName = { method: 'GET', path: options.path.split('?')[0] ?? '' };
  // Loaded when it is needed: most programs never open one.
  const { WebSocket } = await import('ws');
  const socket = await openSocket(target, { timeout, ...(signal && { signal }) });
  silence(socket);
  try {
    signal?.throwIfAborted();
    const webSocket = new WebSocket('ws://localhost/', settings(options, socket));
    const duplex = new WebSocketDuplex(webSocket, call);
    destroyOnAbort(duplex, signal);
    const response = await answered(webSocket, duplex, call);
    if ('text' in response) socket.destroy();
    return response;
  } catch (error) {
    socket.destroy();
    throw signal?.aborted === true ? signal.reason : streamFailure(error, call);
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
      // As it is: a URL would have rewritten it.
      request.path = path;
      request.end();
    },
  };
  return own;
}

function answered(webSocket: WebSocket, duplex: WebSocketDuplex, call: CallName): Promise<WebSocketResponse> {
  return new Promise((resolve, reject) => {
    webSocket.once('upgrade', ({ statusCode, headersDistinct }) => {
      const head = responseHeaders(headersDistinct);
      webSocket.once('open', () => resolve({ status: statusCode ?? 101, ...head, socket: duplex }));
    });
    webSocket.once('unexpected-response', (_request, response: IncomingMessage) => {
      const { statusCode, headersDistinct } = response;
      const head = responseHeaders(headersDistinct);
      void textOf(response).then((text) => resolve({ status: statusCode ?? 0, ...head, text }));
    });
    duplex.once('error', reject);
    duplex.once('close', () => reject(new ProtocolError('BODY_CUT', said('the handshake broke off', call))));
  });
}

function destroyOnAbort(duplex: Duplex, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const abort = (): void => {
    const { reason } = signal;
    duplex.destroy(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  };
  signal.addEventListener('abort', abort, { once: true });
  duplex.once('close', () => signal.removeEventListener('abort', abort));
}

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    response.setEncoding('utf8');
    for await (const piece of response) {
      text += String(piece);
      if (text.length > longestRefusal) break;
    }
  } catch {
    // The status says enough.
  }
  return text;
}
