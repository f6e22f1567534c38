/** The signals that a shell has received, and whose scripts have not run yet. */
export class PendingTraps {
  readonly #signals: string[] = [];
  #wake: () => void = () => undefined;

  push(signal: string): void {
    this.#signals.push(signal);
    this.#wake();
  }

  shift(): string | undefined {
    return this.#signals.shift();
  }

  /** Resolves with the first signal that waits, without taking it. */
  async next(): Promise<string> {
    for (;;) {
      const [signal] = this.#signals;
      if (signal !== undefined) return signal;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
