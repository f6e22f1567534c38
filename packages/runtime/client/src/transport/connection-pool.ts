/** Connections that serve one request after another. */
import type { Connection } from './connection.js';

/** A connection that a request has for itself until it gives it back, which it does once. */
export interface Lease {
  readonly connection: Connection;
  /** The answer is whole: the next request may have the connection. */
  release(): void;
  /** Nothing is to be had from it any more. */
  drop(): void;
}

interface Waiting {
  readonly use: (lease: Lease) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * A pool that lets go of a connection when its request is aborted: undici's own opens another one in its place, which
 * then stays for seconds.
 */
export class ConnectionPool {
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #closed: Error | undefined;

  /** @param most connections at a time */
  constructor(
    readonly open: () => Connection,
    readonly most = Infinity,
  ) {}

  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Calls `use` with a connection, at once if there may be one, and `refuse` if the pool is closed before.
   * @returns how to leave the queue; without effect once there is a connection
   */
  take(use: (lease: Lease) => void, refuse: (reason: unknown) => void): () => void {
    const waiting = { use, refuse };
    if (this.#closed !== undefined) refuse(this.#closed);
    else {
      const connection = this.#idle.pop() ?? this.#opened();
      if (connection === undefined) this.#waiting.add(waiting);
      else use(this.#lease(connection));
    }
    return () => void this.#waiting.delete(waiting);
  }

  /** Ends every connection, and refuses whoever waits. */
  async close(reason: Error): Promise<void> {
    this.#closed ??= reason;
    for (const { refuse } of this.#waiting) refuse(this.#closed);
    this.#waiting.clear();
    await Promise.all([...this.#all].map((connection) => connection.end(reason)));
  }

  #opened(): Connection | undefined {
    if (this.#all.size >= this.most) return undefined;
    const connection = this.open();
    this.#all.add(connection);
    // The other side closed it, or it was idle for long.
    connection.client.on('disconnect', () => {
      const index = this.#idle.indexOf(connection);
      if (index === -1) return;
      this.#idle.splice(index, 1);
      this.#drop(connection);
    });
    return connection;
  }

  #lease(connection: Connection): Lease {
    // A turn later: an engine that closes the connection behind its answer is seen to do so first.
    const release = () => void setImmediate(() => this.#free(connection));
    return { connection, release, drop: () => this.#drop(connection) };
  }

  #free(connection: Connection): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#idle.push(connection);
    else this.#serve(next, connection);
  }

  #drop(connection: Connection): void {
    this.#all.delete(connection);
    void connection.end();
    const [next] = this.#waiting;
    const other = next === undefined || this.closed ? undefined : this.#opened();
    if (next && other) this.#serve(next, other);
  }

  #serve(waiting: Waiting, connection: Connection): void {
    this.#waiting.delete(waiting);
    waiting.use(this.#lease(connection));
  }
}
