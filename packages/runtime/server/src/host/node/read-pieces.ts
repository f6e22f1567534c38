/** Gives the parser of a connection one pipelined request at a time, so that it can stop between them and others have their turn. */
import type { Socket } from 'node:net';
import type { FairTurns } from './fair-turns.js';
import { hijackedConnections } from './node-exchange.js';

/** With so many heads within so many bytes, a chunk is read in pieces. */
const [manyHeads, headsLength] = [4, 2048];

/** What ends a head. A body may contain it, too: a piece is then a part of a request. */
const endOfHead = Buffer.from('\r\n\r\n');

const readers = new WeakMap<object, PieceReader>();

/** Makes a connection be read in pieces where that is needed, from now on: it takes a third more time for each request. */
export function readInPieces(socket: Socket, turns: FairTurns): void {
  // Undocumented: an upgraded connection has none.
  const { parser } = socket as { readonly parser?: object | null };
  if (!parser || readers.has(socket) || hijackedConnections.has(socket)) return;
  readers.set(socket, new PieceReader(socket, turns));
}

/** Stops and starts the passing of pieces, if a connection is read so. */
export function setIsReading(socket: Socket, isReading: boolean): void {
  readers.get(socket)?.setIsReading(isReading);
}

/**
 * The system is read 64 KiB at a time, which may be a thousand requests, and Node parses all of them, also when the connection is paused
 * meanwhile. Chunks of few requests, and of bodies, stay whole, and are parsed at once if nothing is before them.
 */
class PieceReader {
  readonly #chunks: (Buffer | null)[] = [];
  readonly #push: (chunk: Buffer | null) => boolean;
  #isReading = true;
  #isScheduled = false;

  constructor(
    private readonly socket: Socket,
    private readonly turns: FairTurns,
  ) {
    // Otherwise the parser reads from the system, without the socket. Node ends that for anyone who listens.
    socket.on('data', nothing).off('data', nothing);
    socket.on('resume', this.#schedule);
    this.#push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => this.#add(chunk);
    const read = socket._read.bind(socket);
    // Reading of a request asks for more, too. What is there comes first.
    socket._read = (size) => void (this.#chunks.length > 0 || read(size));
  }

  /** Node pauses the socket of a client that does not read. Pieces would gather in it, and be one chunk when it resumes. */
  get #mayPass(): boolean {
    return this.#isReading && this.socket.readableFlowing !== false;
  }

  setIsReading(isReading: boolean): void {
    this.#isReading = isReading;
    this.#schedule();
  }

  /** Returns whether more is wanted: Node reads on when the last piece has been passed. */
  #add(chunk: Buffer | null): boolean {
    if (this.#chunks.length === 0 && (chunk === null || !hasManyHeads(chunk))) return this.#push(chunk);
    this.#chunks.push(chunk);
    this.#schedule();
    return false;
  }

  readonly #schedule = (): void => {
    if (this.#isScheduled || !this.#mayPass || this.#chunks.length === 0) return;
    this.#isScheduled = true;
    this.turns.run(this.#pass);
  };

  readonly #pass = (): void => {
    this.#isScheduled = false;
    if (this.socket.destroyed) this.#chunks.length = 0;
    else if (this.#mayPass) this.#push(this.#take());
    this.#schedule();
  };

  /** Takes the next piece, which is the last one when no chunks are left. */
  #take(): Buffer | null {
    const chunk = this.#chunks.shift() ?? null;
    if (chunk === null) return null;
    const length = chunk.indexOf(endOfHead) + endOfHead.length;
    if (length < endOfHead.length || length === chunk.length) return chunk;
    this.#chunks.unshift(chunk.subarray(length));
    return chunk.subarray(0, length);
  }
}

function hasManyHeads(chunk: Buffer): boolean {
  let at = 0;
  for (let count = 0; count < manyHeads; count += 1) {
    at = chunk.indexOf(endOfHead, at) + endOfHead.length;
    if (at < endOfHead.length || at > headsLength) return false;
  }
  return true;
}

function nothing(): void {}
