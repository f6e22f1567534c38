/** The output of a container: stored lines, and listeners for new output. */
import type { OutputChunk } from '@lading/server';
import type { ContainerLogsQuery } from '@lading/types-v1.44';
import type { Stream } from '../processes/process.js';

interface OutputLine {
  readonly stream: Stream;
  readonly data: Buffer;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
}

type OutputListener = (stream: Stream, data: Uint8Array) => void | Promise<void>;

export class Output {
  readonly #lines: OutputLine[] = [];
  readonly #listeners = new Set<OutputListener>();
  readonly #wakes = new Set<() => void>();
  #isOver = true;

  /** Stores the output and passes it to listeners. The promise waits for slow listeners, which slows the process. */
  async write(stream: Stream, data: Uint8Array): Promise<void> {
    const time = BigInt(Date.now()) * 1_000_000n;
    for (const line of linesOf(Buffer.from(data))) this.#lines.push({ stream, data: line, time });
    this.#wakeAll();
    await Promise.all([...this.#listeners].map((listener) => listener(stream, data)));
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
    const isSelected = ({ stream, time }: OutputLine): boolean =>
      (stream === 'stdout' ? stdout : stderr) === true &&
      Number(time) / 1e9 >= since &&
      (until === 0 || Number(time) / 1e9 <= until);
    const chunkOf = ({ stream, data, time }: OutputLine): OutputChunk => ({
      stream,
      data: timestamps === true ? Buffer.concat([Buffer.from(`${timestamp(time)} `), data]) : data,
    });
    const past = this.#lines.filter(isSelected);
    let next = this.#lines.length;
    const count = /^\d+$/.test(tail) ? Number(tail) : past.length;
    for (const line of past.slice(Math.max(0, past.length - count))) yield chunkOf(line);
    if (follow !== true) return;
    for (;;) {
      for (; next < this.#lines.length; next += 1) {
        const line = this.#lines[next];
        if (line !== undefined && isSelected(line)) yield chunkOf(line);
      }
      if (this.#isOver || signal.aborted || (until > 0 && Date.now() / 1000 > until)) return;
      await this.#waitForMore(signal, until);
    }
  }

  async #waitForMore(signal: AbortSignal, until: number): Promise<void> {
    let wake = (): void => undefined;
    const timer = until > 0 ? setTimeout(() => wake(), Math.max(0, until * 1000 - Date.now()) + 1) : undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#wakes.add(wake);
      signal.addEventListener('abort', wake);
    });
    clearTimeout(timer);
    this.#wakes.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  #wakeAll(): void {
    for (const wake of this.#wakes) wake();
  }
}

/** Formats a timestamp with nine decimal places. */
function timestamp(time: bigint): string {
  return new Date(Number(time / 1_000_000n)).toISOString().replace('Z', '000000Z');
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
