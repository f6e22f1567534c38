/** Parses a body into items, with one asynchronous step for each chunk instead of each item. */
import type { Readable } from 'node:stream';
import { transferFailure } from './failure.js';
import type { Parser, StreamContext } from './stream-context.js';

/**
 * Iterates over the items of a body. Nothing is read before the first call. Items before a failure are delivered before
 * it. Leaving early destroys the body, and with it the socket.
 */
export class Batches<Item> implements AsyncIterator<Item, undefined> {
  readonly #body: Readable;
  readonly #context: StreamContext;
  readonly #parser: Parser;
  #chunks: AsyncIterator<Buffer> | undefined;
  #queue: Item[] = [];
  #position = 0;
  #over = false;
  #failure: { readonly error: unknown } | undefined;
  #turn: Promise<unknown> | undefined;

  constructor(body: Readable, context: StreamContext, parser: (emit: (item: Item) => void) => Parser) {
    this.#body = body;
    this.#context = context;
    this.#parser = parser((item) => this.#queue.push(item));
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#turn === undefined && this.#position < this.#queue.length) return Promise.resolve(this.#take());
    // Concurrent calls are settled in their order.
    const turn = this.#turn === undefined ? this.#step() : this.#turn.then(() => this.#step());
    const settled = turn.then(nothing, nothing).then(() => {
      if (this.#turn === settled) this.#turn = undefined;
    });
    this.#turn = settled;
    return turn;
  }

  async return(): Promise<IteratorResult<Item, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  /** Returns all items of the next chunk (at least one), or undefined at the end; for reading the whole body. */
  async batch(): Promise<Item[] | undefined> {
    while (this.#position >= this.#queue.length) if (!(await this.#fill())) return undefined;
    const batch = this.#position === 0 ? this.#queue : this.#queue.slice(this.#position);
    this.#reset();
    return batch;
  }

  /** Ends the iteration and destroys the body. */
  close(): void {
    this.#over = true;
    this.#failure = undefined;
    this.#reset();
    this.#body.destroy();
  }

  async #step(): Promise<IteratorResult<Item, undefined>> {
    while (this.#position >= this.#queue.length) if (!(await this.#fill())) return { done: true, value: undefined };
    return this.#take();
  }

  #take(): IteratorResult<Item, undefined> {
    const value = this.#queue[this.#position++] as Item;
    if (this.#position === this.#queue.length) this.#reset();
    return { done: false, value };
  }

  #reset(): void {
    this.#queue = [];
    this.#position = 0;
  }

  /** Reads one chunk; false at the end. */
  async #fill(): Promise<boolean> {
    if (this.#failure !== undefined) {
      const { error } = this.#failure;
      this.#failure = undefined;
      throw error;
    }
    if (this.#over) return false;
    try {
      this.#chunks ??= this.#body[Symbol.asyncIterator]();
      const { value, done } = await this.#chunks.next();
      if (this.#over) return false;
      if (done === true) {
        this.#over = true;
        this.#parser.end();
      } else {
        this.#parser.push(value);
      }
    } catch (error) {
      // close() makes a pending read fail, which is not an error.
      if (this.#over && this.#body.destroyed && !this.#body.readableEnded) return false;
      this.#over = true;
      this.#failure = { error: transferFailure(error, this.#context) };
      this.#body.destroy();
    }
    return true;
  }
}

function nothing(): void {}
