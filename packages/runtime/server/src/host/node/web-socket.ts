/** Websockets: the handshake, and the connection as a duplex of bytes. */
import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { HostResponse } from '../host-message.js';
import { headerLines } from './send-information.js';

/** The maximum length of a message, in bytes. Input arrives in small messages. */
const maxMessageLength = 16 * 1024 * 1024;

let server: WebSocketServer | undefined;

/** Performs the handshake. Returns undefined if it is invalid, and then sends an error response. */
export async function openWebSocket(
  request: IncomingMessage,
  socket: Duplex,
  headers: HostResponse['headers'],
): Promise<Duplex | undefined> {
  // Loaded on demand, since most servers never open a websocket.
  const { WebSocketServer } = await import('ws');
  server ??= new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: maxMessageLength,
  });
  const webSocketServer = server;
  return new Promise((resolve) => {
    const addHeaders = (lines: string[], { socket: of }: IncomingMessage): void => {
      if (of !== request.socket) return;
      lines.push(...headerLines(headers));
    };
    const settle = (duplex?: Duplex): void => {
      webSocketServer.off('headers', addHeaders);
      socket.off('close', onClose);
      resolve(duplex);
    };
    const onClose = (): void => settle();
    webSocketServer.on('headers', addHeaders);
    socket.once('close', onClose);
    webSocketServer.handleUpgrade(request, socket, Buffer.alloc(0), (webSocket) =>
      settle(new WebSocketDuplex(webSocket)),
    );
  });
}

/**
 * Reads messages, and writes binary messages. A close frame of the client ends the input, and output may still follow.
 */
class WebSocketDuplex extends Duplex {
  readonly #socket: WebSocket;
  readonly #close: () => void;
  #inputIsOver = false;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
    this.#close = socket.close.bind(socket, 1000);
    // The library would respond to a close frame immediately, and no more output could be sent.
    socket.close = () => this.#endInput();
    socket.on('message', (data: Buffer) => {
      if (!this.push(data)) socket.pause();
    });
    socket.on('error', () => this.destroy());
    socket.on('close', () => {
      this.#endInput();
      this.destroy();
    });
    this.on('error', () => undefined);
  }

  #endInput(): void {
    if (this.#inputIsOver || this.destroyed) return;
    this.#inputIsOver = true;
    this.push(null);
  }

  override _read(): void {
    if (this.#socket.isPaused) this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.send(chunk, { binary: true }, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.terminate();
    done(error);
  }
}
