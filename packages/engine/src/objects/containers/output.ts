/** The output of a container: stored lines, and listeners for new output. */
import type { OutputChunk } from '@lading/server-v1.44';
import type { ContainerLogsQuery } from '@lading/types-v1.44';
import { sleep, type Clock } from '../../ports/clock.js';
import type { OutputStream } from '../../ports/container-runtime.js';

/** A part of the output that ends with a line, as it is stored. */
export interface OutputLine {
  readonly stream: OutputStream;
  readonly data: Buffer;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
}

/** Where output stays after the end of the process. */
export interface OutputStore {
  /** Returns what was appended earlier. */
  read(): readonly OutputLine[];
  append(lines: readonly OutputLine[]): void;
}

type OutputListener = (stream: OutputStream, data: Uint8Array) => void | Promise<void>;

export class Output {
  /** Read from the store when something asks for them. */
  #loaded: OutputLine[] | undefined;
  readonly #store: OutputStore;
  readonly #listeners = new Set<OutputListener>();
  readonly #wakes = new Set<() => void>();
  readonly #clock: Clock;
  /** Receives the lines, too: a log plugin. The process waits for it. */
  sink: ((lines: readonly OutputLine[]) => Promise<void>) | undefined;
  #isOver = true;
  #lastTime = 0n;

  constructor(clock: Clock, store: OutputStore) {
    this.#clock = clock;
    this.#store = store;
  }

  get #lines(): OutputLine[] {
    return (this.#loaded ??= [...this.#store.read()]);
  }

  /** Stores the output and passes it to listeners. The promise waits for slow listeners, which slows the process. */
  async write(stream: OutputStream, data: Uint8Array): Promise<void> {
    const lines = linesOf(Buffer.from(data)).map((line) => ({ stream, data: line, time: this.#nextTime() }));
    this.#lines.push(...lines);
    this.#store.append(lines);
    this.#wakeAll();
    await Promise.all([this.sink?.(lines), ...[...this.#listeners].map((listener) => listener(stream, data))]);
  }

  /** Marks the start of the process: readers that follow wait for more output until {@link end}. */
  begin(): void {
    this.#isOver = false;
  }

  end(): void {
    this.#isOver = true;
    this.#wakeAll();
  }

  /** Adds a listener. @returns a function that removes it */
  listen(listener: OutputListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async *read(query: ContainerLogsQuery, signal: AbortSignal): AsyncGenerator<OutputChunk> {
    const { stdout, stderr, since = 0, until = 0, tail = 'all', timestamps, follow } = query;
    const isOfStream = ({ stream }: OutputLine): boolean => (stream === 'stdout' ? stdout : stderr) === true;
    const isInTime = ({ time }: OutputLine): boolean =>
      microseconds(time) >= Math.round(since * 1e6) && (until === 0 || microseconds(time) <= Math.round(until * 1e6));
    const chunkOf = ({ stream, data, time }: OutputLine): OutputChunk => ({
      stream,
      data: timestamps === true ? Buffer.concat([Buffer.from(`${timestamp(time)} `), data]) : data,
    });
    const past = this.#lines.filter(isInTime);
    let next = this.#lines.length;
    const count = /^\d+$/.test(tail) ? Number(tail) : past.length;
    // The last lines of both streams count, of which one may be shown.
    for (const line of past.slice(Math.max(0, past.length - count))) if (isOfStream(line)) yield chunkOf(line);
    if (follow !== true) return;
    for (;;) {
      for (; next < this.#lines.length; next += 1) {
        const line = this.#lines[next];
        if (line !== undefined && isOfStream(line) && isInTime(line)) yield chunkOf(line);
      }
      if (this.#isOver || signal.aborted || (until > 0 && this.#clock.now() / 1000 > until)) return;
      await this.#waitForMore(signal, until);
    }
  }

  async #waitForMore(signal: AbortSignal, until: number): Promise<void> {
    const stop = new AbortController();
    const wake = (): void => stop.abort();
    this.#wakes.add(wake);
    signal.addEventListener('abort', wake);
    await sleep(this.#clock, until > 0 ? Math.max(0, until * 1000 - this.#clock.now()) + 1 : Infinity, stop.signal);
    this.#wakes.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  /** Returns the time of a line: no two lines have the same one. */
  #nextTime(): bigint {
    const now = BigInt(Math.floor(this.#clock.now())) * 1_000_000n;
    this.#lastTime = now > this.#lastTime ? now : this.#lastTime + 1000n;
    return this.#lastTime;
  }

  #wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }
}

/** Formats a timestamp with nine decimal places. */
export function timestamp(time: bigint): string {
  const nanoseconds = String(time % 1_000_000_000n).padStart(9, '0');
  return new Date(Number(time / 1_000_000n)).toISOString().replace(/\.\d+Z/, `.${nanoseconds}Z`);
}

function linesOf(data: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  let begin = 0;
  for (let end = data.indexOf('\n'); end >= 0; end = data.indexOf('\n', begin)) {
    lines.push(data.subarray(begin, end + 1));
    begin = end + 1;
  }
  if (begin < data.length) lines.push(data.subarray(begin));
  return lines;
}

/** Nanoseconds since 1970 are too large for the numbers of JavaScript, with which seconds are compared. */
function microseconds(time: OutputLine['time']): number {
  return Math.round(Number(time) / 1000);
}
