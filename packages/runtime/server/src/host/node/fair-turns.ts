/** Starts waiting requests in turns, so that those of many connections leave time to accept and to read others. */

/** How many requests are started in one turn of the event loop. */
const inTurn = 16;

export class FairTurns {
  readonly #later: (() => void)[] = [];
  #left = inTurn;
  #isScheduled = false;

  /** Calls a function now, or in a later turn, in order. */
  run(begin: () => void): void {
    if (!this.#isScheduled) setImmediate(this.#next);
    this.#isScheduled = true;
    if (this.#left > 0 && this.#later.length === 0) this.#call(begin);
    else this.#later.push(begin);
  }

  #call(begin: () => void): void {
    this.#left -= 1;
    begin();
  }

  readonly #next = (): void => {
    this.#left = inTurn;
    this.#isScheduled = this.#later.length > 0;
    if (this.#isScheduled) setImmediate(this.#next);
    for (const begin of this.#later.splice(0, inTurn)) this.#call(begin);
  };
}
