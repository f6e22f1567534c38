/** Waits for a change of the protocol, and takes an ordinary answer for what it is. */
import { Readable, type Duplex } from 'node:stream';
import type { Dispatcher } from 'undici';
import { plain, type UpgradeAnswer } from './transport.js';

type Headers = Record<string, string | string[] | undefined>;

export class UpgradeHandler implements Dispatcher.DispatchHandler {
  #body: Readable | undefined;

  constructor(
    readonly resolve: (answer: UpgradeAnswer) => void,
    readonly reject: (error: unknown) => void,
  ) {}

  onRequestStart(): void {}

  onRequestUpgrade(_controller: unknown, status: number, headers: Headers, socket: Duplex): void {
    this.resolve({ status, headers: plain(headers), socket });
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
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
    if (this.#body === undefined) this.reject(error);
    else this.#body.destroy(error);
  }
}
