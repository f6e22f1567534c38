/** The turns of connections: PGlite has one session, in which one connection at a time may have a transaction. */

interface Waiting<Owner> {
  readonly owner: Owner;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Thrown to a connection that has waited too long for the transaction of another one. */
export class LockTimeout extends Error {}

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
