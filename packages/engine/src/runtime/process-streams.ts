/** The input and the output of a process. */
import type { ProcessInput } from '../ports/container-runtime.js';
import { Input } from '../streams/input.js';

/** Receives output. @throws BrokenPipe if nobody reads it any more */
export type OutputSink = (data: string | Uint8Array) => Promise<void>;

export interface ProcessStreams {
  readonly input: ProcessInput;
  readonly stdout: OutputSink;
  readonly stderr: OutputSink;
  /** Those that a shell has opened beside them, by their numbers. */
  readonly others?: ReadonlyMap<number, Descriptor>;
}

/** What is read and written by a number. */
export interface Descriptor {
  readonly input?: ProcessInput | undefined;
  readonly sink?: OutputSink | undefined;
}

/** Thrown to end a program that writes to a pipe whose reader has ended. */
export class BrokenPipe extends Error {}

const pipeSize = 65_536;

/** The stream between two processes. */
export class Pipe {
  readonly input = new Input();
  readonly sink: OutputSink = (data) => {
    if (this.input.isClosed) throw new BrokenPipe();
    this.input.write(Buffer.from(data as Uint8Array));
    return this.#untilRead();
  };

  /** Waits for the reader while there is more than a pipe of Linux has room for. */
  async #untilRead(): Promise<void> {
    while (this.input.size > pipeSize && !this.input.isClosed) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** What a command may print that another one contains, in bytes. */
const maxOutput = 2 ** 26;

/** Collects the output of a command. */
export class OutputBuffer {
  readonly #chunks: Buffer[] = [];
  #size = 0;
  readonly sink: OutputSink = (data) => {
    if ((this.#size += data.length) > maxOutput) return Promise.reject(new Error('out of memory'));
    this.#chunks.push(Buffer.from(data as Uint8Array));
    return Promise.resolve();
  };

  toString(): string {
    return Buffer.concat(this.#chunks).toString();
  }
}
