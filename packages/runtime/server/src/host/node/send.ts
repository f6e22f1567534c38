/** Sends a response with `node:http`. */
import { Readable } from 'node:stream';
import { discard } from '../../stream/iterate.js';
import type { FlowingBody, HostResponse } from '../host-message.js';
import { isDetached } from './detached-request.js';
import { type NodeExchange, hijackedConnections } from './node-exchange.js';
import { hijack } from './hijack.js';
import { RawDuplex } from './raw-duplex.js';

/** Compares the length of a streamed body with the `Content-Length` that has been sent. */
class LengthCheck {
  readonly #length: number;
  #sent = 0;

  /** Returns a check, or undefined if there is no `Content-Length`. */
  static of(headers: HostResponse['headers']): LengthCheck | undefined {
    const length = headers['Content-Length'];
    return length === undefined ? undefined : new LengthCheck(Number(length));
  }

  private constructor(length: number) {
    this.#length = length;
  }

  /**
   * Counts a chunk.
   *
   * @returns false if the body is longer than declared, since the client would read the rest as the next response
   */
  add(piece: string | Uint8Array): boolean {
    this.#sent += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    return this.#sent <= this.#length;
  }

  get isReached(): boolean {
    return this.#sent === this.#length;
  }

  get error(): RangeError {
    const compared = this.#sent > this.#length ? 'more' : 'less';
    return new RangeError(`the response has ${compared} bytes than the ${this.#length} of its Content-Length`);
  }
}

/** The time that a client has to send the rest of an unread body, in milliseconds. */
const unreadBodyTime = 2000;

export function send(reply: HostResponse, exchange: NodeExchange): void {
  const { request, response, socket } = exchange;
  const { status, headers, body } = reply;
  if (response.destroyed || socket.destroyed) {
    discard(body);
    reply.onEnd?.({ bytes: 0, isComplete: false });
    return;
  }
  if (reply.onEnd !== undefined) reportEnd(reply.onEnd, reply, exchange);
  if (reply.hijack !== undefined) {
    if (status === 101) hijack(reply, exchange);
    else sendRaw(reply, exchange);
    return;
  }
  response.writeHead(status, headers as Record<string, string | string[]>);
  if (body === undefined || request.method === 'HEAD') {
    discard(body);
    response.end();
  } else if (typeof body === 'string') sendString(body, encodingOf(body, headers), exchange);
  else if (body instanceof Uint8Array) {
    addTrailers(reply, exchange);
    response.end(body);
  } else if (body instanceof Readable && headers['Content-Length'] === undefined) sendReadable(body, reply, exchange);
  else void sendStream(body, reply, exchange);
  // The connection of a detached request always ends.
  if (!request.complete && !isDetached(request)) limitUnreadBody(exchange);
}

/** Reports the end when the response is closed: node:http closes it when it has been sent, and when the client disconnects. */
function reportEnd(
  onEnd: NonNullable<HostResponse['onEnd']>,
  { body, hijack }: HostResponse,
  exchange: NodeExchange,
): void {
  const { request, response, socket } = exchange;
  const before = socket.bytesWritten;
  let isEnded = false;
  response.once('close', () => {
    // A hijacked connection may be closed twice.
    if (isEnded) return;
    isEnded = true;
    if (hijack !== undefined) onEnd({ bytes: socket.bytesWritten - before, isComplete: socket.writableFinished });
    else {
      const isComplete = response.writableFinished;
      const isWhole = typeof body === 'string' || body instanceof Uint8Array;
      const wholeBytes = isWhole && isComplete && request.method !== 'HEAD' ? Buffer.byteLength(body) : 0;
      onEnd({ bytes: wholeBytes + exchange.sentBytes, isComplete });
    }
  });
}

/**
 * Writes a string together with the head. Passing the string to `end` would write an array of two buffers, the second
 * one empty.
 */
function sendString(string: string, encoding: BufferEncoding, { response }: NodeExchange): void {
  const { socket } = response;
  // It has to wait for the response to another request of the connection.
  if (socket === null || socket.writableLength > 0) {
    response.end(string, encoding);
    return;
  }
  socket.cork();
  response.write(string, encoding);
  socket.uncork();
  response.end();
}

/** Returns `latin1` for a string with as many bytes as characters, which Node writes much faster with that encoding. */
function encodingOf(body: string, headers: HostResponse['headers']): BufferEncoding {
  const { 'Content-Length': length = headers['content-length'] } = headers;
  return length === String(body.length) ? 'latin1' : 'utf8';
}

/** Limits the time in which a client may send the body after the response has been sent. */
function limitUnreadBody({ request, response, socket }: NodeExchange): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => socket.destroy(), unreadBodyTime);
    timer.unref();
    // Unread bytes would block the next request, and the client that still sends them.
    request.resume();
    const stop = (): void => clearTimeout(timer);
    request.once('end', stop);
    socket.once('close', stop);
  });
}

/** Only a response in chunks may have trailers. */
function addTrailers({ trailers }: HostResponse, { response }: NodeExchange): void {
  if (response.chunkedEncoding) response.addTrailers((trailers?.() ?? {}) as Record<string, string>);
}

function sendReadable(body: Readable, reply: HostResponse, exchange: NodeExchange): void {
  const { onFailure, onEnd } = reply;
  const { response } = exchange;
  // A short body is sent together with the head, which does not wait for a long one.
  setImmediate(() => response.destroyed || response.flushHeaders());
  body.once('error', (error) => {
    onFailure?.(error);
    response.destroy();
  });
  body.once('end', () => addTrailers(reply, exchange));
  body.once('close', () => body.readableEnded || response.destroy());
  response.once('close', () => body.destroy());
  body.pipe(response);
  if (onEnd !== undefined)
    body.on('data', (piece: Buffer | string) => (exchange.sentBytes += Buffer.byteLength(piece)));
}

/**
 * Sends a body as fast as the client reads. If the source fails, the connection is closed without a regular end, so
 * that the client notices.
 */
async function sendStream(
  body: FlowingBody,
  { headers, onFailure, onEnd }: HostResponse,
  exchange: NodeExchange,
): Promise<void> {
  const { response } = exchange;
  const iterator = body[Symbol.asyncIterator]();
  const length = LengthCheck.of(headers);
  let wake: (() => void) | undefined;
  let isOver = false;
  const endSource = (): void => void Promise.resolve(iterator.return?.()).catch(() => undefined);
  const onDrain = (): void => wake?.();
  const onClose = (): void => {
    isOver = true;
    wake?.();
    endSource();
  };
  response.on('drain', onDrain).on('close', onClose);
  response.flushHeaders();
  try {
    for (;;) {
      const piece = await iterator.next();
      if (isOver) return;
      if (piece.done === true) break;
      if (length?.add(piece.value) === false) {
        endSource();
        throw length.error;
      }
      if (onEnd !== undefined) exchange.sentBytes += Buffer.byteLength(piece.value);
      if (piece.value.length > 0 && !response.write(piece.value)) {
        await new Promise<void>((resolve) => (wake = resolve));
        if (isOver) return;
      }
    }
    if (length?.isReached === false) throw length.error;
    response.off('close', onClose);
    response.end();
  } catch (error) {
    if (!isOver) {
      onFailure?.(error);
      response.destroy();
    }
  } finally {
    response.off('drain', onDrain).off('close', onClose);
  }
}

/** Starts a session without an upgrade: the response has neither a length nor chunks, and ends with the connection. */
function sendRaw({ status, headers, hijack }: HostResponse, exchange: NodeExchange): void {
  const { response, socket } = exchange;
  hijackedConnections.add(socket);
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(status, headers as Record<string, string | string[]>);
  response.flushHeaders();
  const duplex = new RawDuplex(exchange);
  void hijack?.run(duplex).finally(() => duplex.end());
}
