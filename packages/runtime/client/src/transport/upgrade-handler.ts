/** Waits for a change of the protocol, and takes an ordinary answer for what it is. */
import { Readable, type Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { plain, type UpgradeAnswer } from './transport.js';

type Headers = Record<string, string | string[] | undefined>;

export class UpgradeHandler implements Dispatcher.DispatchHandler {
  #controller: Dispatcher.DispatchController | undefined;
  #body: Readable | undefined;
  readonly #abort = () => this.#controller?.abort(this.signal?.reason as Error);

  constructor(
    readonly resolve: (answer: UpgradeAnswer) => void,
    readonly reject: (error: unknown) => void,
    readonly signal: AbortSignal | undefined,
  ) {}

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.signal?.aborted === true) this.#abort();
    else this.signal?.addEventListener('abort', this.#abort, { once: true });
  }

  onRequestUpgrade(_controller: unknown, status: number, headers: Headers, socket: Duplex): void {
    this.signal?.removeEventListener('abort', this.#abort);
    this.resolve({ status, headers: plain(headers), socket });
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.signal?.removeEventListener('abort', this.#abort);
    const body = new Readable({
      read: () => controller.resume(),
      destroy: (error, done) => {
        controller.abort(error ?? new Error('closed'));
        done(error);
      },
    });
    this.#body = body;
    this.resolve({ status, headers: plain(headers), body });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#body?.push(chunk) === false) controller.pause();
  }

  onResponseEnd(): void {
    this.#body?.push(null);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.signal?.removeEventListener('abort', this.#abort);
    if (this.#body === undefined) this.reject(error);
    else this.#body.destroy(error);
  }
}
