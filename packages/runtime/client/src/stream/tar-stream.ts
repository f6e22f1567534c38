/** A response that is an archive. */
import { Readable } from 'node:stream';
import { ProtocolError, StreamError } from '../error/index.js';
import { onFailure, withCallName, silence } from './failure.js';
import { reasonIn } from './json-stream.js';
import type { StreamContext } from './stream-context.js';

/** How many bytes are held back until the end: the archive's last two blocks, and a message of the engine after them. */
const tailLength = 16_384;

/** The length of the end of an archive: two blocks of zeros. */
const endLength = 1024;

/**
 * The bytes of an archive. An engine that fails meanwhile can only close the connection, or write a message after the bytes
 * that it has sent. Both are errors: StreamError with the engine's message, ProtocolError `TAR_CUT` or ConnectionLost.
 */
export class TarStream extends Readable {
  readonly headers: Readonly<Record<string, string>>;
  /** The values of each header line, not joined. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  readonly #body: Readable;
  readonly #context: StreamContext;
  readonly #guard: boolean;
  #held: Buffer[] = [];
  #heldLength = 0;
  #state: 'idle' | 'reading' | 'over' = 'idle';

  /** @param options `guard: false` is for bytes that may not be a plain archive */
  constructor(body: Readable, context: StreamContext, options: { readonly guard?: boolean } = {}) {
    super({ highWaterMark: 65_536 });
    silence(body);
    this.headers = context.response.headers;
    this.headersDistinct = context.response.headersDistinct;
    this.#body = body;
    this.#context = context;
    this.#guard = options.guard ?? true;
  }

  override _read(): void {
    if (this.#state === 'reading') this.#body.resume();
    if (this.#state !== 'idle') return;
    this.#state = 'reading';
    const body = this.#body;
    body.on('data', (chunk: Buffer) => {
      if (!this.#take(chunk)) body.pause();
    });
    body.on('end', () => this.#end());
    onFailure(body, this.#context, (error) => this.#fail(error));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#state = 'over';
    this.#held = [];
    this.#body.destroy();
    done(error);
  }

  #take(chunk: Buffer): boolean {
    if (!this.#guard) return this.push(chunk);
    this.#held.push(chunk);
    this.#heldLength += chunk.length;
    let more = true;
    for (let first = this.#held[0]; first && this.#heldLength - first.length >= tailLength; first = this.#held[0]) {
      this.#held.shift();
      this.#heldLength -= first.length;
      more = this.push(first);
    }
    return more;
  }

  #end(): void {
    if (this.#state === 'over') return;
    const tail = Buffer.concat(this.#held);
    if (this.#guard && !isWhole(tail)) {
      const reason = reasonAtEnd(tail.subarray(-tailLength));
      if (reason !== undefined) this.#fail(new StreamError(reason, this.#context));
      else this.#fail(new ProtocolError('TAR_CUT', withCallName('the archive has no end', this.#context)));
      return;
    }
    this.#state = 'over';
    if (tail.length > 0) this.push(tail);
    this.push(null);
  }

  #fail(error: unknown): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function isWhole(tail: Buffer): boolean {
  return tail.length >= endLength && tail.subarray(-endLength).every((byte) => byte === 0);
}

/** Returns the message after the bytes of an archive, if there is one. */
function reasonAtEnd(tail: Buffer): string | undefined {
  for (let start = tail.lastIndexOf('{"'); start !== -1; start = start === 0 ? -1 : tail.lastIndexOf('{"', start - 1)) {
    const reason = reasonIn(tail.toString('utf8', start));
    if (reason !== undefined) return reason;
  }
  return undefined;
}
