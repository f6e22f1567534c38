/** An HTTP client over one connection to a target. */
import type { Socket } from 'node:net';
import type { Client } from 'undici';
// This module has no `fetch`, caches and mocks: it loads in a quarter of the time, and halves bundles. Bun replaces the module
// `undici` by its own, which has no such class.
// @ts-expect-error -- undici declares the types of its main module alone; they are those of `Client`
import UndiciClient from 'undici/lib/dispatcher/client.js';
import { openSocket, type Target } from '../connect/index.js';

export class Connection {
  readonly client: Client;
  readonly #ended = new AbortController();

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
          (socket) => callback(null, socket as Socket),
          (error: unknown) => callback(error as Error, null),
        );
      },
    });
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
