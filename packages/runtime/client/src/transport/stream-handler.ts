/** Handles a response as a head and a streamed body, or as the upgraded connection. */
import { Readable, type Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { responseHeaders } from '../stream/index.js';
import type { UpgradeResponse } from './transport-messages.js';

type Headers = Record<string, string | string[] | undefined>;

interface StreamHandlerEvents {
  /** The head of the response was received, or the connection was upgraded. */
  readonly opened: (response: UpgradeResponse) => void;
  /** The response is complete, but perhaps not read yet. */
  readonly ended: () => void;
  /** The request failed before there was a response. */
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
    this.#events.opened({ status, ...responseHeaders(headers), socket });
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // An informational response: the final response follows.
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
    this.#events.opened({ status, ...responseHeaders(headers), body });
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
