/** Writes a response with `node:http`. */
import { Readable } from 'node:stream';
import { discard } from '../../stream/iterate.js';
import type { FlowingBody, HostResponse } from '../host-message.js';
import { isDetached } from './detached-request.js';
import type { NodeExchange } from './node-exchange.js';
import { hijack } from './hijack.js';
import { hijackedConnections } from './hijacked-connections.js';
import { LengthCheck } from './length-check.js';
import { RawDuplex } from './raw-duplex.js';

/** How long the rest of a body may still come that nobody reads, in milliseconds. */
const unreadBodyTime = 2000;

export function send(reply: HostResponse, exchange: NodeExchange): void {
  const { request, response, socket } = exchange;
  const { status, headers, body } = reply;
  if (response.destroyed || socket.destroyed) {
    discard(body);
    return;
  }
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
  else if (body instanceof Uint8Array) response.end(body);
  else if (body instanceof Readable && headers['Content-Length'] === undefined) pipe(body, reply, exchange);
  else void flow(body, reply, exchange);
  // A detached request ends its connection in any case.
  if (!request.complete && !isDetached(request)) endUnread(exchange);
}

/** In one piece with its head: where `end` gets the string, it writes a list of two, and the second is empty. */
function sendString(string: string, encoding: BufferEncoding, { response }: NodeExchange): void {
  const { socket } = response;
  // Behind the response to another request of the connection it has to wait.
  if (socket === null || socket.writableLength > 0) {
    response.end(string, encoding);
    return;
  }
  socket.cork();
  response.write(string, encoding);
  socket.uncork();
  response.end();
}

/** Of a string that has as many bytes as letters, which Node writes much faster where it knows that they are that. */
function encodingOf(body: string, headers: HostResponse['headers']): BufferEncoding {
  return headers['Content-Length'] === String(body.length) ? 'latin1' : 'utf8';
}

/** The response may be out before the body is in; but not for ever. */
function endUnread({ request, response, socket }: NodeExchange): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => socket.destroy(), unreadBodyTime);
    timer.unref();
    // What is not read is in the way of the next request, and of the client that still sends it.
    request.resume();
    const stop = (): void => clearTimeout(timer);
    request.once('end', stop);
    socket.once('close', stop);
  });
}

function pipe(body: Readable, { onFailure }: HostResponse, { response }: NodeExchange): void {
  response.flushHeaders();
  body.once('error', (error) => {
    onFailure?.(error);
    response.destroy();
  });
  response.once('close', () => body.destroy());
  body.pipe(response);
}

/** As fast as the client reads. Without the end that HTTP wants where the source breaks off, so that the client notices. */
async function flow(
  body: FlowingBody,
  { headers, onFailure }: HostResponse,
  { response }: NodeExchange,
): Promise<void> {
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

/** Bytes both ways without an upgrade: neither length nor chunks, the end of the connection is that of the response. */
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
