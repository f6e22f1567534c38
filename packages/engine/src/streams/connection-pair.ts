/** Two ends of a connection, each of which notices when the other is destroyed, as those of a socket do. */
import { Duplex } from 'node:stream';

class ConnectionEnd extends Duplex {
  other: ConnectionEnd | undefined;
  /** Called when more is read here: the other end has written as much as this one holds. */
  #drained: ((error?: Error) => void) | undefined;

  constructor() {
    super({ allowHalfOpen: true });
  }

  override _read(): void {
    const drained = this.#drained;
    this.#drained = undefined;
    drained?.();
  }

  override _write(data: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    const { other } = this;
    if (other === undefined || other.destroyed) done(brokenPipe());
    else if (other.push(data)) done();
    else other.#drained = done;
  }

  override _final(done: () => void): void {
    this.other?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#drained?.(brokenPipe());
    this.#drained = undefined;
    // What was written before can still be read.
    if (!this.writableFinished) this.other?.push(null);
    done(error);
  }
}

/** A connection without sockets. */
export function connectionPair(): [Duplex, Duplex] {
  const [one, other] = [new ConnectionEnd(), new ConnectionEnd()];
  one.other = other;
  other.other = one;
  return [one, other];
}

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' });
}
