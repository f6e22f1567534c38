/** The steps of a run: their times, and a message while they run. */
import { assertMemory } from './assert-memory.js';

export interface StepTime {
  readonly step: string;
  readonly seconds: number;
}

export class Steps {
  readonly #times = new Map<string, number>();

  /**
   * @param show called with a message when a step begins
   * @param isRepeated whether the run is one of several that share their results: most of the heap is in use then, and collecting
   *   garbage before each step would take longer than the step
   */
  constructor(
    private readonly show: (message: string) => void,
    private readonly isRepeated = false,
  ) {}

  /**
   * Runs a step and adds its time to that of earlier runs of the same step.
   *
   * @param message what the step does, for progress output
   */
  run<T>(step: string, work: () => T, message: string = step): T {
    const end = this.#begin(step, message);
    const result = work();
    end();
    return result;
  }

  /** As {@link Steps.run}, for asynchronous work. */
  async runAsync<T>(step: string, work: () => Promise<T>, message: string = step): Promise<T> {
    const end = this.#begin(step, message);
    const result = await work();
    end();
    return result;
  }

  /** The times of the steps, in the order in which they began. */
  get times(): readonly StepTime[] {
    return [...this.#times].map(([step, seconds]) => ({ step, seconds: Math.round(seconds * 1000) / 1000 }));
  }

  #begin(step: string, message: string): () => void {
    this.show(message);
    // Writing encodes all texts, and nothing that emitting held is needed any more.
    assertMemory(message, this.isRepeated ? Infinity : step === 'write' ? 1 : undefined);
    const start = process.hrtime.bigint();
    return () => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      this.#times.set(step, (this.#times.get(step) ?? 0) + seconds);
    };
  }
}
