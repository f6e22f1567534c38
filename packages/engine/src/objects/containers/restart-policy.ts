/** The restart policies of containers: which exit is followed by a start, and after what delay. */
import type { Clock } from '../../ports/clock.js';
import type { Container } from './container.js';

/** The first and the longest delay before a restart, in milliseconds; it doubles with each restart. */
const restartDelay = { first: 100, longest: 60_000 };
/** After a process has run for this time, the delay starts again with the first one. */
const stableAfter = 10_000;

/** Which containers of an earlier engine are started: those with a restart policy, or all that ran. */
export type ResumeMode = 'by policy' | 'all';

/** Whether a container is started again after an exit. */
export function shouldRestart({ host, record }: Container, code: number): boolean {
  const { name, maximumRetries } = host.restartPolicy;
  if (record.isManuallyStopped) return false;
  if (name === 'on-failure') return code !== 0 && (maximumRetries === 0 || record.restartCount < maximumRetries);
  return name === 'always' || name === 'unless-stopped';
}

/** Whether a container of an earlier engine is started by this one. */
export function shouldResume({ host, record, status }: Container, wasRunning: boolean): boolean {
  const { name } = host.restartPolicy;
  if (!wasRunning) return name === 'always' && status !== 'created';
  return name !== 'no' && !(name === 'unless-stopped' && record.isManuallyStopped);
}

export class DelayedRestarts {
  readonly #clock: Clock;
  readonly #start: (container: Container) => Promise<unknown>;
  /** The delays before the last restarts, by container. */
  readonly #delays = new WeakMap<Container, number>();

  constructor(clock: Clock, start: (container: Container) => Promise<unknown>) {
    this.#clock = clock;
    this.#start = start;
  }

  schedule(container: Container): void {
    const before = this.#delays.get(container);
    const wasStable = container.state.finished - container.state.started >= stableAfter;
    const delay = before === undefined || wasStable ? restartDelay.first : Math.min(before * 2, restartDelay.longest);
    this.#delays.set(container, delay);
    this.#clock.schedule(delay, () => void this.#restart(container));
  }

  async #restart(container: Container): Promise<void> {
    if (container.record.isManuallyStopped || container.isRemoved || container.status !== 'restarting') return;
    container.change({ restartCount: container.record.restartCount + 1 });
    // Something it needs may have been removed, for example a network: the container then stays as it is.
    await this.#start(container).catch(() => undefined);
  }
}
