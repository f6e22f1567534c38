/** A request and its response as one duplex: input is the body of the one, output that of the other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { NodeExchange } from './node-exchange.js';
import { holdsOptions } from './options-body.js';

export class RawDuplex extends Duplex {
  readonly #response: ServerResponse;
  #input: IncomingMessage | Socket;

  constructor({ request, response, socket }: NodeExchange) {
    super();
    this.#response = response;
    this.#input = request;
    // Where the operation has a body of its own, it has been read before.
    if (holdsOptions(request) && !request.readableEnded) this.#discardBody(request, socket);
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
    // The body may have been read as what was asked; then there is no input.
    if (input.readableEnded) this.push(null);
    else input.once('end', () => this.push(null));
  }

  /** What the client sends behind the body is input too, and no other request. */
  #discardBody(request: IncomingMessage, socket: Socket): void {
    const take = (): void => {
      if (this.destroyed) return;
      // Neither another request, nor an end that concerns more than the input.
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
