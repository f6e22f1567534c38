/** Writes an answer to a response of `node:http`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { discard } from '../../stream/iterate.js';
import type { FlowingBody, HostReply } from '../host-message.js';
import { handOverParsed } from './hand-over.js';
import { handedOver } from './handed-over.js';
import { RawDuplex } from './raw-duplex.js';

/** How long the rest of a body may still come that nobody reads. */
const patience = 2000;

export function send(reply: HostReply, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body, takeOver } = reply;
  if (response.destroyed || response.socket?.destroyed === true) {
    discard(body);
    return;
  }
  if (takeOver !== undefined) {
    if (status === 101) handOverParsed(reply, request, response);
    else sendRaw(reply, request, response);
    return;
  }
  response.writeHead(status, headers as Record<string, string | string[]>);
  if (body === undefined || request.method === 'HEAD') {
    discard(body);
    response.end();
  } else if (typeof body === 'string') sendText(body, encodingOf(body, headers), response);
  else if (body instanceof Uint8Array) response.end(body);
  else if (body instanceof Readable) pipe(body, response, reply);
  else void flow(body, response, reply);
  if (!request.complete) endUnread(request, response);
}

/** In one piece with its head: where `end` gets the text, it writes a list of two, and the second is empty. */
function sendText(text: string, encoding: BufferEncoding, response: ServerResponse): void {
  const { socket } = response;
  // Behind the answer to another request of the connection it has to wait.
  if (socket === null || socket.writableLength > 0) {
    response.end(text, encoding);
    return;
  }
  socket.cork();
  response.write(text, encoding);
  socket.uncork();
  response.end();
}

/** Of a text that has as many bytes as letters, which Node writes much faster where it is told that they are that. */
function encodingOf(body: string, headers: HostReply['headers']): BufferEncoding {
  return headers['Content-Length'] === String(body.length) ? 'latin1' : 'utf8';
}

/** The answer may be out before the body is in; but not for ever. */
function endUnread(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const timer = setTimeout(() => request.socket.destroy(), patience);
    timer.unref();
    // What is not read is in the way of the next request, and of the client that still sends it.
    request.resume();
    request.once('close', () => clearTimeout(timer));
    request.once('end', () => clearTimeout(timer));
  });
}

function pipe(body: Readable, response: ServerResponse, { onFailure }: HostReply): void {
  response.flushHeaders();
  body.once('error', (error) => {
    onFailure?.(error);
    response.destroy();
  });
  response.once('close', () => body.destroy());
  body.pipe(response);
}

/** As fast as the client reads. Without the end that HTTP wants where the source breaks off, so that the client knows. */
async function flow(body: FlowingBody, response: ServerResponse, { onFailure }: HostReply): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  let wake: (() => void) | undefined;
  let isOver = false;
  const onDrain = (): void => wake?.();
  const onClose = (): void => {
    isOver = true;
    wake?.();
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  };
  response.on('drain', onDrain).on('close', onClose);
  response.flushHeaders();
  try {
    for (;;) {
      const piece = await iterator.next();
      if (isOver) return;
      if (piece.done === true) break;
      if (piece.value.length > 0 && !response.write(piece.value)) {
        await new Promise<void>((resolve) => (wake = resolve));
        if (isOver) return;
      }
    }
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

/** Bytes both ways without an upgrade: neither length nor chunks, the end of the connection is that of the answer. */
function sendRaw({ status, headers, takeOver }: HostReply, request: IncomingMessage, response: ServerResponse): void {
  handedOver.add(request.socket);
  response.useChunkedEncodingByDefault = false;
  response.shouldKeepAlive = false;
  response.writeHead(status, headers as Record<string, string | string[]>);
  response.flushHeaders();
  const duplex = new RawDuplex(request, response);
  void takeOver?.run(duplex).finally(() => duplex.end());
}
