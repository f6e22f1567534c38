/** The output of a container: logs, and the output of an attached process. */
import type { Readable } from 'node:stream';
import { Batches } from './batches.js';
import { consumed, silence } from './failure.js';
import { lineParser, type OutputLine } from './line-parser.js';
import { outputParser, type OutputName } from './output-parser.js';
import { OutputSides } from './split-output.js';
import type { StreamContext } from './stream-context.js';

/** A piece of output. A large write of the container may arrive in several pieces. */
export interface OutputChunk {
  readonly stream: OutputName;
  readonly data: Buffer;
}

/**
 * Output of a container. Read it once and in one way: by iteration, by `lines()`, as the Node streams `stdout` and
 * `stderr`, or whole by `text()`. It is read on demand; close it if you do not read it. Leaving a loop early closes the
 * connection.
 *
 * Rejects with StreamError if the engine reports a failure in the stream, with ProtocolError (`FRAME_CUT`,
 * `FRAME_INVALID`) if the bytes are invalid, with ConnectionLost if the response broke off, and with the signal's reason after an abort.
 */
export class Output implements AsyncIterable<OutputChunk> {
  readonly headers: Readonly<Record<string, string>>;
  /** The values of each header line, not joined. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  /** Whether the process has a terminal, so that there is no separate stderr. */
  readonly tty: boolean;
  readonly #body: Readable;
  readonly #context: StreamContext;
  #batches: Batches<unknown> | undefined;
  #sides: OutputSides | undefined;
  #closed = false;

  constructor(body: Readable, context: StreamContext, options: { readonly tty: boolean }) {
    silence(body);
    this.headers = context.response.headers;
    this.headersDistinct = context.response.headersDistinct;
    this.tty = options.tty;
    this.#body = body;
    this.#context = context;
  }

  /**
   * Standard output as a Node stream. An unread stream does not block the other one: its data is dropped beyond 64 KiB, and
   * reading it afterwards fails with InputError `STREAM_DROPPED`. Start reading both streams at once, or iterate.
   * Destroying the streams that are read closes the connection.
   */
  get stdout(): Readable {
    return this.#streams().side('stdout');
  }

  /** Standard error as a Node stream; see `stdout`. */
  get stderr(): Readable {
    return this.#streams().side('stderr');
  }

  /** @throws InputError `STREAM_CONSUMED` the second time */
  [Symbol.asyncIterator](): AsyncIterator<OutputChunk, undefined> {
    return this.#chunks();
  }

  /** Iterates over lines, without their line ends; a character that was split between two writes is complete. */
  lines(): AsyncIterable<OutputLine> {
    return {
      [Symbol.asyncIterator]: () => this.#read<OutputLine>((emit) => lineParser(this.#context, this.tty, emit)),
    };
  }

  /** Returns the whole output when the stream has ended. */
  async text(): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const pieces: Record<OutputName, Buffer[]> = { stdout: [], stderr: [] };
    const chunks = this.#chunks();
    for (let batch = await chunks.batch(); batch; batch = await chunks.batch()) {
      for (const { stream, data } of batch) pieces[stream].push(data);
    }
    return { stdout: Buffer.concat(pieces.stdout).toString(), stderr: Buffer.concat(pieces.stderr).toString() };
  }

  /** Waits for the end of the stream, and drops its output. */
  async done(): Promise<void> {
    const chunks = this.#chunks();
    while (await chunks.batch());
  }

  /** Closes the connection; a running iteration and the Node streams end. */
  close(): void {
    this.#closed = true;
    this.#sides?.close();
    if (this.#batches) this.#batches.close();
    else this.#body.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  #chunks(): Batches<OutputChunk> {
    return this.#read<OutputChunk>((emit) =>
      outputParser(this.#context, this.tty, (stream, data) => emit({ stream, data })),
    );
  }

  #read<Item>(parser: ConstructorParameters<typeof Batches<Item>>[2]): Batches<Item> {
    if (this.#closed || this.#batches || this.#sides) throw consumed(this.#context);
    const batches = new Batches<Item>(this.#body, this.#context, parser);
    this.#batches = batches;
    return batches;
  }

  #streams(): OutputSides {
    if (this.#batches || (this.#closed && !this.#sides)) throw consumed(this.#context);
    return (this.#sides ??= new OutputSides(this.#body, this.#context, this.tty));
  }
}
