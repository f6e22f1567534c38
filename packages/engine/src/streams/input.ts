/** The standard input of a process. */
import type { LineEnd, ProcessInput } from '../ports/container-runtime.js';

/** What is longer, in bytes, is read as several lines. */
const maxLine = 2 ** 26;

export class Input implements ProcessInput {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #isEnded = false;
  #isClosed = false;
  #wake: () => void = () => undefined;

  write(data: Uint8Array): void {
    if (this.#isEnded || data.length === 0) return;
    this.#chunks.push(Buffer.from(data));
    this.#size += data.length;
    this.#wake();
  }

  /** The number of bytes that were not read yet. */
  get size(): number {
    return this.#size;
  }

  /** Whether nobody reads it any more. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Called by the reader when it has ended. */
  close(): void {
    this.#isClosed = true;
    this.#chunks.length = 0;
    this.#size = 0;
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** Returns the next bytes; undefined at the end, and when `signal` aborts. */
  async read(signal: AbortSignal): Promise<Buffer | undefined> {
    for (;;) {
      const chunk = this.#chunks.shift();
      this.#size -= chunk?.length ?? 0;
      if (chunk !== undefined) return chunk;
      if (this.#isEnded || signal.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal.addEventListener('abort', this.#wake);
      });
    }
  }

  async readLine(
    signal: AbortSignal,
    { delimiter = '\n', count = maxLine }: LineEnd = {},
  ): Promise<string | undefined> {
    let line = Buffer.alloc(0);
    for (;;) {
      const at = delimiter === '' ? -1 : line.indexOf(delimiter);
      const end = Math.min(at < 0 ? Number.POSITIVE_INFINITY : at + 1, count, maxLine);
      if (end <= line.length) {
        if (end < line.length) {
          this.#chunks.unshift(line.subarray(end));
          this.#size += line.length - end;
        }
        return line.subarray(0, end).toString();
      }
      const chunk = await this.read(signal);
      if (chunk === undefined) return line.length > 0 ? line.toString() : undefined;
      line = Buffer.concat([line, chunk]);
    }
  }
}

/** Returns an input without bytes. */
export function endedInput(): Input {
  const input = new Input();
  input.end();
  return input;
}
