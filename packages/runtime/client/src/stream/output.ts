/** What a container wrote: logs, and the output of an attached process. */
import type { Readable } from 'node:stream';
import { Batches } from './batches.js';
import { consumed, silence } from './failure.js';
import { lineParser, type OutputLine } from './line-parser.js';
import { outputParser, type OutputName } from './output-parser.js';
import { OutputSides } from './split-output.js';
import type { StreamContext } from './stream-context.js';

/** A piece of output. A write of the container may come in several pieces when it is large. */
export interface OutputChunk {
  readonly stream: OutputName;
  readonly data: Buffer;
}

/**
 * Output, to be read once and in one way: by iteration, by `lines()`, as the Node streams `stdout` and `stderr`, or whole
 * by `text()`. Nothing is read before; what is never read must be closed. Leaving a loop early closes the connection.
 *
 * Rejects with StreamError where the engine tells a failure inside of the stream, with ProtocolError (`FRAME_CUT`,
 * `FRAME_INVALID`, `BODY_CUT`) where the bytes are not what they should be, and with the signal's reason after an abort.
 */
export class Output implements AsyncIterable<OutputChunk> {
  readonly headers: Readonly<Record<string, string>>;
  /** Every header line on its own. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  /** The process has a terminal: there is no stderr of its own. */
  readonly tty: boolean;
  readonly #body: Readable;
  readonly #context: StreamContext;
  #batches: Batches<unknown> | undefined;
  #sides: OutputSides | undefined;
  #closed = false;

  constructor(body: Readable, context: StreamContext, options: { readonly tty: boolean }) {
    silence(body);
    this.headers = context.headers;
    this.headersDistinct = context.headersDistinct;
    this.tty = options.tty;
    this.#body = body;
    this.#context = context;
  }

  /**
   * Standard output as a Node stream. A side that nobody reads does not hold up the other: what came for it meanwhile is
   * dropped beyond 64 KiB, and whoever reads it afterwards gets InputError `STREAM_DROPPED`. Begin to read both at once,
   * or iterate. Destroying the sides that are read closes the connection.
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

  /** Line by line, without the line ends; a character that was cut between two writes is whole. */
  lines(): AsyncIterable<OutputLine> {
    return {
      [Symbol.asyncIterator]: () => this.#read<OutputLine>((emit) => lineParser(this.#context, this.tty, emit)),
    };
  }

  /** All of it, when it has come to its end. */
  async text(): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const pieces: Record<OutputName, Buffer[]> = { stdout: [], stderr: [] };
    const chunks = this.#chunks();
    for (let batch = await chunks.batch(); batch; batch = await chunks.batch()) {
      for (const { stream, data } of batch) pieces[stream].push(data);
    }
    return { stdout: Buffer.concat(pieces.stdout).toString(), stderr: Buffer.concat(pieces.stderr).toString() };
  }

  /** Waits for the end; what comes until then is dropped. */
  async done(): Promise<void> {
    const chunks = this.#chunks();
    while (await chunks.batch());
  }

  /** Closes the connection; an iteration under way ends, and so do the Node streams. */
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
