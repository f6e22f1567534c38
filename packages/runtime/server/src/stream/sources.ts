/** Where the bytes, items and output of an answer come from. */
import type { Readable } from 'node:stream';

export type ByteSource =
  | Uint8Array
  | string
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Readable
  | ReadableStream<Uint8Array>;

/** The items of an answer that flows: JSON lines, progress. */
export type ItemSource<T> = Iterable<T> | AsyncIterable<T>;

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly data: Uint8Array | string;
}

/** Output of a process: of its two streams, or, by {@link terminal}, of its terminal. */
export type OutputSource = ItemSource<OutputChunk> | TerminalOutput;

/** Output of a terminal: bytes as they are, without frames. */
export class TerminalOutput {
  readonly source: ByteSource;

  constructor(source: ByteSource) {
    this.source = source;
  }
}

/** Marks output as that of a terminal. */
export function terminal(source: ByteSource): TerminalOutput {
  return new TerminalOutput(source);
}
