/** Gives the head of an answer and its body as it comes, or the connection itself after a change of the protocol. */
import { Readable, type Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { responseHeaders } from '../stream/index.js';
import type { UpgradeResponse } from './transport-messages.js';

type Headers = Record<string, string | string[] | undefined>;

interface StreamHandlerEvents {
  readonly answered: (response: UpgradeResponse) => void;
  /** The answer is whole, though perhaps not read yet. */
  readonly ended: () => void;
  /** It failed before there was an answer. */
  readonly failed: (error: unknown) => void;
}

export class StreamHandler implements Dispatcher.DispatchHandler {
  readonly #events: StreamHandlerEvents;
  #body: Readable | undefined;

  constructor(events: StreamHandlerEvents) {
    this.#events = events;
  }

  onRequestStart(): void {}

  onRequestUpgrade(_controller: unknown, status: number, headers: Headers, socket: Duplex): void {
    this.#events.answered({ status, ...responseHeaders(headers), socket });
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // Only a sign of life: the answer is still to come.
    if (status < 200) return;
    const body = new Readable({
      highWaterMark: 65_536,
      read: () => controller.resume(),
      destroy: (error, done) => {
        controller.abort(error ?? new Error('closed'));
        done(error);
      },
    });
    this.#body = body;
    this.#events.answered({ status, ...responseHeaders(headers), body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#events.ended();
    this.#body?.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#body === undefined) this.#events.failed(error);
    else this.#body.destroy(error);
  }
}
