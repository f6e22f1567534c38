/** What clients return, as far as handlers use it. */
import type { Writable } from 'node:stream';
import type { OutputChunk } from '@lading/runtime-server';

/** The head of the engine's response. */
export interface ClientHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
}

/** The output of a process, as clients return it. */
export interface ClientOutput extends AsyncIterable<OutputChunk> {
  readonly tty: boolean;
  lines(): unknown;
  done(): Promise<void>;
  close(): void;
}

/** Output with the input of the process. */
export interface ClientAttachment extends ClientOutput {
  readonly stdin: Writable;
}
