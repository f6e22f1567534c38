/** The connections to the engine that are used again. */
import { KeptConnection, type ConnectionOwner, type OpenConnection } from './kept-connection.js';
import type { ResponseHandler } from './response-handler.js';

/** A connection without a request is closed in the second turn after its last one. The time of a turn, in milliseconds. */
const turnTime = 500;

export class KeptConnections implements ConnectionOwner {
  /** Those without a request; the last one was used last. */
  readonly #idle: KeptConnection[] = [];
  #turn = 0;
  #isTimed = false;

  constructor(private readonly open: OpenConnection) {}

  /**
   * Sends a request without a body on a connection without a request, or a new one.
   *
   * @param head with the empty line, and with a character for each byte
   * @returns the connection, by which the request is aborted
   */
  send(head: string, isHead: boolean, handler: ResponseHandler): KeptConnection {
    const connection = this.#idle.pop() ?? new KeptConnection(this, this.open);
    connection.send(head, isHead, handler);
    return connection;
  }

  keep(connection: KeptConnection): void {
    connection.turn = this.#turn;
    this.#idle.push(connection);
    if (!this.#isTimed) setTimeout(this.#closeOld, turnTime).unref();
    this.#isTimed = true;
  }

  forget(connection: KeptConnection): void {
    const index = this.#idle.indexOf(connection);
    if (index >= 0) this.#idle.splice(index, 1);
  }

  readonly #closeOld = (): void => {
    const old = this.#idle.filter(({ turn }) => turn < this.#turn);
    for (const connection of old) connection.close();
    this.#turn += 1;
    this.#isTimed = this.#idle.length > 0;
    if (this.#isTimed) setTimeout(this.#closeOld, turnTime).unref();
  };
}
