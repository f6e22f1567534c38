/** A request and its response as one duplex: the input is the body of the request, the output that of the response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { NodeExchange } from './node-exchange.js';
import { hasOptionsBody } from './upgrade-body.js';

export class RawDuplex extends Duplex {
  readonly #response: ServerResponse;
  #input: IncomingMessage | Socket;

  constructor({ request, response, socket }: NodeExchange) {
    super();
    this.#response = response;
    this.#input = request;
    // If the operation has a body, it has been read before.
    if (hasOptionsBody(request) && !request.readableEnded) this.#discardBody(request, socket);
    else this.#take(request);
    request.once('error', () => this.destroy());
    response.once('close', () => this.destroy());
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#input.resume();
  }

  #take(input: IncomingMessage | Socket): void {
    this.#input = input;
    input.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) input.pause();
    });
    // If the body was read as that of the operation, there is no input.
    if (input.readableEnded) this.push(null);
    else input.once('end', () => this.push(null));
  }

  /** Skips the body and reads what follows it as input and not as another request. */
  #discardBody(request: IncomingMessage, socket: Socket): void {
    const take = (): void => {
      if (this.destroyed) return;
      // The parser must neither read another request nor close the connection when the input ends.
      socket.removeAllListeners('data').removeAllListeners('end');
      this.#take(socket);
      socket.resume();
    };
    request.once('end', take).resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#response.write(chunk)) {
      done();
      return;
    }
    const go = (): void => {
      this.#response.off('drain', go).off('close', go);
      done();
    };
    this.#response.on('drain', go).on('close', go);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#response.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#response.writableFinished) this.#response.destroy();
    done(error);
  }
}
