/** The turns of connections: PGlite has one session, in which one connection at a time may have a transaction. */

import type { ErrorFields } from './messages.js';

/** What uses the session in its turn. */
export interface SessionOwner {
  /** The number of the connection, and 0 for the server itself. */
  readonly id: number;
}

/** What the session is for a connection. */
export interface SessionOf {
  readonly user: string;
  readonly database: string;
  readonly preparation: readonly string[];
}

interface Waiting<Owner> {
  readonly owner: Owner;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Thrown to a connection that has waited too long for the transaction of another one. */
export class LockTimeout extends Error {}

/** What such a connection is sent. */
export const waitedTooLong: ErrorFields = {
  severity: 'ERROR',
  code: '55P03',
  message: 'lading: a transaction of another connection has not ended for 30 seconds',
  hint: 'This server has one session: a transaction ends before another connection can work.',
};

export class SessionLock<Owner extends object> {
  readonly #waiting: Waiting<Owner>[] = [];
  readonly #timeout: number;
  #owner: Owner | undefined;

  /** @param timeout in milliseconds */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Waits until the owner may use the session. @throws LockTimeout */
  async acquire(owner: Owner): Promise<void> {
    if (this.#owner === owner) return;
    if (this.#owner === undefined) {
      this.#owner = owner;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new LockTimeout());
      }, this.#timeout);
      const waiting = { owner, resolve, reject, timer };
      this.#waiting.push(waiting);
    });
  }

  release(owner: Owner): void {
    if (this.#owner !== owner) return;
    const next = this.#waiting.shift();
    this.#owner = next?.owner;
    if (next === undefined) return;
    clearTimeout(next.timer);
    next.resolve();
  }
}
