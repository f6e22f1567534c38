/** The steps of a run: timed, and shown while they last. */
export interface StepTime {
  readonly step: string;
  readonly seconds: number;
}

export class Steps {
  readonly #times = new Map<string, number>();

  /** @param show tells the person that a step begins */
  constructor(private readonly show: (step: string) => void) {}

  run<T>(step: string, work: () => T): T {
    const end = this.#begin(step);
    const result = work();
    end();
    return result;
  }

  async runAsync<T>(step: string, work: () => Promise<T>): Promise<T> {
    const end = this.#begin(step);
    const result = await work();
    end();
    return result;
  }

  /** In the order in which they began. */
  get times(): readonly StepTime[] {
    return [...this.#times].map(([step, seconds]) => ({ step, seconds: Math.round(seconds * 1000) / 1000 }));
  }

  #begin(step: string): () => void {
    this.show(step);
    const start = process.hrtime.bigint();
    return () => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      this.#times.set(step, (this.#times.get(step) ?? 0) + seconds);
    };
  }
}
