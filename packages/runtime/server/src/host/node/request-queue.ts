/** The requests of a connection, one at a time, as in engines: what is pipelined waits until its turn comes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '../../request/index.js';

interface Waiting {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Connection {
  /** Of the request that was begun last. */
  response: ServerResponse;
  readonly waiting: Waiting[];
}

/**
 * Responses go out in the order of the requests anyway. To begin with the next one only when the last response is out
 * bounds what a client that asks and does not read can make the server hold.
 */
export class RequestQueue {
  readonly #limits: Pick<Limits, 'pipelined' | 'pipelinedInAll'>;
  readonly #connections = new WeakMap<object, Connection>();
  #waiting = 0;

  constructor(limits: Pick<Limits, 'pipelined' | 'pipelinedInAll'>) {
    this.#limits = limits;
  }

  /** Calls `begin` now, or when the responses before are out; never where the client has gone by then. */
  add(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const socket = request.socket ?? response.socket;
    // HTTP/2 has an order of its own.
    if (request.httpVersionMajor > 1 || socket === null || socket === undefined) return begin();
    // What else was in the packet of a connection that was closed for it.
    if (socket.destroyed) return;
    const connection = this.#connections.get(socket);
    if (connection === undefined) this.#connections.set(socket, { response, waiting: [] });
    else if (connection.waiting.length === 0 && isOver(connection.response)) connection.response = response;
    // A framework may pass a request on to the server a second time, for example mounted at another path.
    else if (connection.response !== response) return this.#wait(socket, connection, { response, begin });
    begin();
  }

  #wait(socket: IncomingMessage['socket'], connection: Connection, entry: Waiting): void {
    const { pipelined, pipelinedInAll } = this.#limits;
    const { waiting } = connection;
    const isFull = pipelined > 0 && waiting.length >= pipelined;
    if (isFull || (pipelinedInAll > 0 && this.#waiting >= pipelinedInAll)) {
      destroyWithoutStacks(socket);
      return;
    }
    waiting.push(entry);
    this.#waiting += 1;
    if (waiting.length === 1) this.#follow(socket, connection);
  }

  #follow(socket: IncomingMessage['socket'], connection: Connection): void {
    connection.response.once('close', () => {
      const { waiting } = connection;
      if (socket.destroyed) {
        this.#waiting -= waiting.length;
        waiting.length = 0;
      }
      const next = waiting.shift();
      if (next === undefined) return;
      this.#waiting -= 1;
      connection.response = next.response;
      if (waiting.length > 0) this.#follow(socket, connection);
      next.begin();
    });
  }
}

/**
 * Node makes an error for each request of a connection that closes, of which there may be a thousand; their stacks take
 * most of the time that such a client could cost.
 */
function destroyWithoutStacks(socket: IncomingMessage['socket']): void {
  const { stackTraceLimit } = Error;
  const restore = (): void => void (Error.stackTraceLimit = stackTraceLimit);
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
    process.nextTick(restore);
  });
  socket.destroy();
}

function isOver(response: ServerResponse): boolean {
  return response.closed || response.writableFinished;
}
