/** Sources of the bytes, items and output of a response. */
import type { Readable } from 'node:stream';

export type ByteSource =
  | Uint8Array
  | string
  | Iterable<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Readable
  | ReadableStream<Uint8Array>;

/** The items of a streamed response: JSON lines, progress. */
export type ItemSource<T> = Iterable<T> | AsyncIterable<T>;

export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly data: Uint8Array | string;
}

/** Output of a process: chunks of its two streams, or the output of its terminal, see {@link terminal}. */
export type OutputSource = ItemSource<OutputChunk> | TerminalOutput;

/** Output of a terminal: bytes without frames. */
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
