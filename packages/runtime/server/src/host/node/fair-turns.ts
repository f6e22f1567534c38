/** Does the work of clients that pipeline in turns, so that it leaves time to accept, to read and to answer others. */

/**
 * How many requests are read or started in one turn of the event loop. A new client waits for some turns until its first response;
 * with more of them, those turns are longer, and in a proxy more requests are before its own in the queue of the next server.
 */
const inTurn = 4;

export class FairTurns {
  readonly #later: (() => void)[] = [];
  #left = inTurn;
  #isScheduled = false;
  #givesWay = false;

  /** Calls a function now, or in a later turn, in order. */
  run(begin: () => void): void {
    if (!this.#isScheduled) setImmediate(this.#next);
    this.#isScheduled = true;
    if (this.#left > 0 && this.#later.length === 0) this.#call(begin);
    else this.#later.push(begin);
  }

  /** Makes the next turn short, since a connection was accepted: Node accepts one in a turn, and others may follow. */
  giveWay(): void {
    this.#givesWay = true;
  }

  #call(begin: () => void): void {
    this.#left -= 1;
    begin();
  }

  readonly #next = (): void => {
    this.#left = this.#givesWay ? 1 : inTurn;
    this.#givesWay = false;
    this.#isScheduled = this.#later.length > 0;
    if (this.#isScheduled) setImmediate(this.#next);
    for (const begin of this.#later.splice(0, this.#left)) this.#call(begin);
  };
}
