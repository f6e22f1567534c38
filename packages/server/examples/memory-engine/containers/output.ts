/** What a container has written, for those who are there and those who come later. */
import type { OutputChunk } from '@lading/server';
import type { ContainerLogsQuery } from '@lading/types-v1.44';
import type { Stream } from '../processes/process.js';

interface Line {
  readonly stream: Stream;
  readonly data: Buffer;
  /** Nanoseconds since 1970. */
  readonly time: bigint;
}

type Listener = (stream: Stream, data: Uint8Array) => void | Promise<void>;

export class Output {
  readonly #lines: Line[] = [];
  readonly #listeners = new Set<Listener>();
  readonly #wakes = new Set<() => void>();
  #isOver = true;

  /** A slow listener slows the process. */
  async write(stream: Stream, data: Uint8Array): Promise<void> {
    const time = BigInt(Date.now()) * 1_000_000n;
    for (const line of linesOf(Buffer.from(data))) this.#lines.push({ stream, data: line, time });
    this.#wakeAll();
    await Promise.all([...this.#listeners].map((listener) => listener(stream, data)));
  }

  /** Whoever follows goes on until there will be no more. */
  begin(): void {
    this.#isOver = false;
  }

  end(): void {
    this.#isOver = true;
    this.#wakeAll();
  }

  /** @returns what ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async *read(query: ContainerLogsQuery, signal: AbortSignal): AsyncGenerator<OutputChunk> {
    const { stdout, stderr, since = 0, until = 0, tail = 'all', timestamps, follow } = query;
    const isWanted = ({ stream, time }: Line): boolean =>
      (stream === 'stdout' ? stdout : stderr) === true &&
      Number(time) / 1e9 >= since &&
      (until === 0 || Number(time) / 1e9 <= until);
    const text = ({ stream, data, time }: Line): OutputChunk => ({
      stream,
      data: timestamps === true ? Buffer.concat([Buffer.from(`${stamp(time)} `), data]) : data,
    });
    const past = this.#lines.filter(isWanted);
    let next = this.#lines.length;
    const count = /^\d+$/.test(tail) ? Number(tail) : past.length;
    for (const line of past.slice(Math.max(0, past.length - count))) yield text(line);
    if (follow !== true) return;
    for (;;) {
      for (; next < this.#lines.length; next += 1) {
        const line = this.#lines[next];
        if (line !== undefined && isWanted(line)) yield text(line);
      }
      if (this.#isOver || signal.aborted || (until > 0 && Date.now() / 1000 > until)) return;
      await this.#more(signal, until);
    }
  }

  async #more(signal: AbortSignal, until: number): Promise<void> {
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

/** Nine digits behind the second, always. */
function stamp(time: bigint): string {
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
