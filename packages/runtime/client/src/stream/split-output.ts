/** Splits output into two Node streams. */
import { Readable } from 'node:stream';
import { InputError } from '../error/index.js';
import { onFailure, withCallName, transferFailure } from './failure.js';
import { outputParser, type OutputName } from './output-parser.js';
import type { Parser, StreamContext } from './stream-context.js';

/** The maximum number of buffered bytes of an unread side. */
const unreadLimit = 65_536;

/** Pieces that are smaller than this on average are joined, since that costs less than passing on each. */
const worthCopying = 4096;

/**
 * Reads a body as soon as either side is read, and passes each side its bytes. A side that is read slowly slows the body
 * down. An unread side does not: bytes that exceed its buffer are dropped.
 */
export class OutputSides {
  readonly #body: Readable;
  readonly #context: StreamContext;
  readonly #parser: Parser;
  readonly #sides: Record<OutputName, Side | undefined> = { stdout: undefined, stderr: undefined };
  readonly #pieces: Record<OutputName, Buffer[]> = { stdout: [], stderr: [] };
  readonly #dropped: Record<OutputName, boolean> = { stdout: false, stderr: false };
  #state: 'idle' | 'reading' | 'over' = 'idle';

  constructor(body: Readable, context: StreamContext, tty: boolean) {
    this.#body = body;
    this.#context = context;
    this.#parser = outputParser(context, tty, (stream, data) => this.#pieces[stream].push(data));
  }

  side(name: OutputName): Readable {
    return (this.#sides[name] ??= this.#create(name));
  }

  /** Ends both sides and destroys the body. */
  close(): void {
    this.#state = 'over';
    this.#body.destroy();
    for (const side of this.#both()) side.destroy();
  }

  #create(name: OutputName): Side {
    const side = new Side(
      () => this.#go(),
      () => this.#onSideClosed(),
    );
    if (this.#dropped[name]) this.#drop(name, side);
    else if (this.#state === 'over') side.push(null);
    return side;
  }

  #drop(name: OutputName, side: Side | undefined): void {
    this.#dropped[name] = true;
    side?.failWhenRead(
      new InputError('STREAM_DROPPED', withCallName(`${name} was not read while the other was`, this.#context)),
    );
  }

  #both(): Side[] {
    return Object.values(this.#sides).filter((side) => side !== undefined);
  }

  #go(): void {
    if (this.#both().some((side) => side.isFull)) return;
    if (this.#state === 'reading') this.#body.resume();
    if (this.#state !== 'idle') return;
    this.#state = 'reading';
    const body = this.#body;
    body.on('data', (chunk: Buffer) => this.#take(chunk));
    body.on('end', () => this.#end());
    onFailure(body, this.#context, (error) => this.#fail(error));
  }

  #take(chunk: Buffer): void {
    if (this.#state === 'over') return;
    let failure: { readonly error: unknown } | undefined;
    try {
      this.#parser.push(chunk);
    } catch (error) {
      failure = { error };
    }
    this.#flush('stdout');
    this.#flush('stderr');
    if (failure) this.#fail(transferFailure(failure.error, this.#context));
    else if (this.#both().some((side) => side.isFull)) this.#body.pause();
  }

  /** Passes on the output of one chunk; the pieces of many small frames are joined. */
  #flush(name: OutputName): void {
    const pieces = this.#pieces[name];
    const [first] = pieces;
    if (first === undefined) return;
    this.#pieces[name] = [];
    const side = this.#sides[name];
    if (side === undefined) this.#drop(name, side);
    if (side === undefined || side.destroyed || this.#dropped[name]) return;
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (!side.isRead && side.readableLength + length > unreadLimit) this.#drop(name, side);
    else if (length < pieces.length * worthCopying)
      side.give(pieces.length === 1 ? first : Buffer.concat(pieces, length));
    else for (const piece of pieces) side.give(piece);
  }

  #end(): void {
    if (this.#state === 'over') return;
    try {
      this.#parser.end();
    } catch (error) {
      this.#fail(transferFailure(error, this.#context));
      return;
    }
    this.#state = 'over';
    for (const side of this.#both()) side.finish();
  }

  #fail(error: unknown): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#body.destroy();
    for (const side of this.#both()) {
      // An error of a stream without a listener would end the process.
      if (side.isRead || side.listenerCount('error') > 0)
        side.destroy(error instanceof Error ? error : new Error(String(error)));
      else side.destroy();
    }
  }

  /** Handles the end of a side: closes the body when no other side is read. */
  #onSideClosed(): void {
    if (this.#state === 'over') return;
    if (this.#both().some((side) => side.isRead && !side.destroyed)) this.#go();
    else this.close();
  }
}

class Side extends Readable {
  readonly #onRead: () => void;
  readonly #onClosed: () => void;
  #full = false;
  #incomplete: Error | undefined;

  constructor(onRead: () => void, onClosed: () => void) {
    super({ highWaterMark: unreadLimit });
    this.#onRead = onRead;
    this.#onClosed = onClosed;
  }

  /** Whether reading has begun. */
  get isRead(): boolean {
    return this.readableFlowing !== null || this.readableDidRead;
  }

  /** Whether the side is read more slowly than data arrives. */
  get isFull(): boolean {
    return this.#full && !this.destroyed;
  }

  give(data: Buffer): void {
    const more = this.push(data);
    this.#full = this.isRead && !more;
  }

  /** Makes a later read fail, because bytes were dropped. */
  failWhenRead(error: Error): void {
    this.#incomplete = error;
  }

  finish(): void {
    if (!this.#incomplete) this.push(null);
  }

  override read(size?: number): unknown {
    if (this.#incomplete && this.isRead) this.destroy(this.#incomplete);
    return super.read(size);
  }

  override _read(): void {
    this.#full = false;
    this.#onRead();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error);
    this.#onClosed();
  }
}
