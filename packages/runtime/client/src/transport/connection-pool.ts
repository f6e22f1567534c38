/** Pools connections that serve one request after another. */
import type { Connection } from './connection.js';

/** A connection for the exclusive use of a request, which returns it exactly once. */
export interface Lease {
  readonly connection: Connection;
  /** Returns the connection to the pool after a complete response. */
  release(): void;
  /** Closes a connection that cannot be used any more. */
  drop(): void;
}

interface Waiting {
  readonly use: (lease: Lease) => void;
  readonly refuse: (reason: unknown) => void;
}

/**
 * A pool that closes a connection when its request is aborted. The pool of undici would open another connection, which
 * would stay open for seconds.
 */
export class ConnectionPool {
  readonly #all = new Set<Connection>();
  readonly #idle: Connection[] = [];
  readonly #waiting = new Set<Waiting>();
  #closed: Error | undefined;

  /** @param most the maximum number of concurrent connections */
  constructor(
    readonly open: () => Connection,
    readonly most = Infinity,
  ) {}

  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Calls `use` with a connection, at once if one is available, or `refuse` if the pool is closed before.
   *
   * @returns a function that leaves the queue; it has no effect once there is a connection
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

  /** Ends every connection, and refuses all waiting requests. */
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
    // The engine closed the connection, or it was idle for too long.
    connection.client.on('disconnect', () => {
      const index = this.#idle.indexOf(connection);
      if (index === -1) return;
      this.#idle.splice(index, 1);
      this.#drop(connection);
    });
    return connection;
  }

  #lease(connection: Connection): Lease {
    // One turn later, so that an engine that closes the connection after its response does so first.
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
