/** An HTTP client over one connection to a target. */
import type { Socket } from 'node:net';
import type { Client, Dispatcher } from 'undici';
// This module has no `fetch`, caches and mocks: it loads in a quarter of the time, and halves bundles. Bun replaces the module
// `undici` by its own, which has no such class.
// @ts-expect-error -- undici declares the types of its main module alone; they are those of `Client`
import UndiciClient from 'undici/lib/dispatcher/client.js';
import { openSocket, type Target } from '../connect/index.js';
import { watchSocket, type SentState } from './watched-socket.js';

export class Connection {
  readonly client: Client;
  readonly #ended = new AbortController();
  #requests = 0;
  #isWatched = false;
  #state: SentState = { isSent: true, isChecked: false };

  /** @param timeout the time limit for opening the connection, in milliseconds */
  constructor(target: Target, timeout: number) {
    const { signal } = this.#ended;
    this.client = new (UndiciClient as typeof Client)(originOf(target), {
      pipelining: 1,
      // Engines have no time limits: a stop waits for the process, a stream of events for the next event.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        openSocket(target, { timeout, signal }).then(
          (socket) => {
            // The HTTP client opens another connection in place of one that was closed before a request: it has no earlier one.
            this.#requests = 1;
            this.#isWatched = watchSocket(socket, () => this.#state);
            callback(null, socket as Socket);
          },
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
  }

  /**
   * Sends a request.
   *
   * @param isSafe whether it only reads, so that it does not matter whether it was received
   */
  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler, isSafe = false): void {
    this.#state = { isSent: false, isChecked: this.#requests > 0 && !isSafe };
    this.#requests += 1;
    this.client.dispatch(options, handler);
  }

  /** Whether an earlier request has used the connection: the other end may close it while it is used again. */
  get isReused(): boolean {
    return this.#requests > 1;
  }

  /** Whether a part of the current request may have left the process. */
  get isSent(): boolean {
    return !this.#isWatched || this.#state.isSent;
  }

  /** Ends the current request, or the opening of the connection. */
  async end(reason?: Error): Promise<void> {
    this.#ended.abort(reason);
    await this.client.destroy(reason ?? null);
  }
}

function originOf({ tls, host = 'localhost' }: Target): string {
  return tls === undefined ? 'http://localhost' : `https://${host}`;
}
