/** Gives the parser of a connection a few pipelined requests at a time, so that it can stop between them. */
import type { Socket } from 'node:net';
import { hijackedConnections } from './hijacked-connections.js';

/** The length of a piece, in bytes: a few small requests, each of which takes more time and memory than its text once it is read. */
const pieceLength = 512;

/** With so many heads within so many bytes, a chunk is read in pieces. */
const [manyHeads, headsLength] = [4, 2048];

const readers = new WeakMap<object, PieceReader>();

/** Makes a connection be read in pieces where that is needed, from now on: it takes a third more time for each request. */
export function readInPieces(socket: Socket): void {
  // Undocumented: an upgraded connection has none.
  const { parser } = socket as { readonly parser?: object | null };
  if (!parser || readers.has(socket) || hijackedConnections.has(socket)) return;
  readers.set(socket, new PieceReader(socket));
}

/** Stops and starts the passing of pieces, if a connection is read so. */
export function setIsReading(socket: Socket, isReading: boolean): void {
  readers.get(socket)?.setIsReading(isReading);
}

/**
 * The system is read 64 KiB at a time, which may be a thousand requests, and Node parses all of them, also when the connection is paused
 * meanwhile. Chunks of few requests, and of bodies, stay whole.
 */
class PieceReader {
  readonly #pieces: (Buffer | null)[] = [];
  readonly #push: (chunk: Buffer | null) => boolean;
  #isReading = true;
  #isPassing = false;

  constructor(private readonly socket: Socket) {
    // Otherwise the parser reads from the system, without the socket. Node ends that for anyone who listens.
    socket.on('data', nothing).off('data', nothing);
    this.#push = socket.push.bind(socket);
    socket.push = (chunk: Buffer | null) => this.#add(chunk);
    const read = socket._read.bind(socket);
    // Reading of a request asks for more, too.
    socket._read = (size) => void (this.#pieces.length > 0 || read(size));
  }

  setIsReading(isReading: boolean): void {
    this.#isReading = isReading;
    this.#pass();
  }

  #add(chunk: Buffer | null): boolean {
    const pieces = this.#pieces;
    const isWhole = chunk === null || !hasManyHeads(chunk);
    if (isWhole && pieces.length === 0) return this.#push(chunk);
    if (isWhole) pieces.push(chunk);
    else for (let at = 0; at < chunk.length; at += pieceLength) pieces.push(chunk.subarray(at, at + pieceLength));
    return this.#pass();
  }

  /** Returns whether more is wanted: Node reads on when the last piece has been passed. */
  #pass(): boolean {
    if (this.#isPassing) return false;
    this.#isPassing = true;
    let isWanted = false;
    let count = 0;
    while (this.#isReading && count < this.#pieces.length && !this.socket.destroyed) {
      isWanted = this.#push(this.#pieces[count] ?? null);
      count += 1;
    }
    this.#pieces.splice(0, this.socket.destroyed ? Infinity : count);
    this.#isPassing = false;
    return isWanted && this.#pieces.length === 0;
  }
}

function hasManyHeads(chunk: Buffer): boolean {
  let at = 0;
  for (let count = 0; count < manyHeads; count += 1) {
    at = chunk.indexOf('\r\n\r\n', at) + 4;
    if (at < 4 || at > headsLength) return false;
  }
  return true;
}

function nothing(): void {}
