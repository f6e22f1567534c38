/** Processes the requests of a connection one at a time, as engines do. Pipelined requests wait. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HostLimits } from '../host-limits.js';
import { FairTurns } from './fair-turns.js';
import { Intake } from './intake.js';

interface WaitingRequest {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface ConnectionState {
  /** The response to the request that was started last. */
  response: ServerResponse;
  readonly waiting: WaitingRequest[];
  intake: Intake | undefined;
}

/** As many waiting requests stop reading the connection, and so few start it again. */
const [stopReading, startReading] = [8, 2];

/** So many waiting requests of all connections are a crowd. */
const crowd = 128;

/**
 * How long connections are still read in pieces when the crowd has gone, in milliseconds. It goes at once where a limit below
 * the requests of one chunk closes its connection, and the next connections bring the next chunks.
 */
const crowdTime = 10_000;

/**
 * A queue of requests. Responses are sent in the order of the requests in any case. Starting a request only when the
 * last response has been sent limits the memory that a client which does not read can occupy.
 *
 * Since a connection with many waiting requests is not read, a client may send any number. The requests in what has
 * been read already are limited.
 */
export class RequestQueue {
  readonly turns = new FairTurns();
  readonly #limits: Pick<HostLimits, 'pipelined' | 'pipelinedInAll'>;
  readonly #connections = new WeakMap<object, ConnectionState>();
  readonly #onCrowded: () => void;
  #waiting = 0;
  #crowdedAt = -Infinity;

  /** @param onCrowded called when so many requests wait that connections have to be read in pieces */
  constructor(limits: Pick<HostLimits, 'pipelined' | 'pipelinedInAll'>, onCrowded: () => void = () => undefined) {
    this.#limits = limits;
    this.#onCrowded = onCrowded;
  }

  get isCrowded(): boolean {
    return this.#waiting >= crowd || performance.now() - this.#crowdedAt < crowdTime;
  }

  /**
   * Calls `begin` now or when the responses before it have been sent, but not if the client has disconnected by then.
   */
  add(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const socket = request.socket ?? response.socket;
    // HTTP/2 has no such order.
    if (request.httpVersionMajor > 1 || socket === null || socket === undefined) return begin();
    // A request in a packet that made the server close the connection.
    if (socket.destroyed) return;
    const connection = this.#connections.get(socket);
    if (connection === undefined) this.#connections.set(socket, { response, waiting: [], intake: undefined });
    else if (connection.waiting.length === 0 && isOver(connection.response)) connection.response = response;
    // A framework may pass a request on to the server a second time, for example mounted at another path.
    else if (connection.response !== response) return this.#wait(socket, connection, { response, begin });
    begin();
  }

  #wait(socket: IncomingMessage['socket'], connection: ConnectionState, entry: WaitingRequest): void {
    const { pipelined, pipelinedInAll } = this.#limits;
    const { waiting } = connection;
    const isFull = pipelined > 0 && waiting.length >= pipelined;
    if (isFull || (pipelinedInAll > 0 && this.#waiting >= pipelinedInAll)) {
      destroyWithoutStacks(socket);
      return;
    }
    waiting.push(entry);
    this.#waiting += 1;
    if (this.#waiting === crowd) {
      this.#crowdedAt = performance.now();
      this.#onCrowded();
    }
    if (waiting.length === 1) this.#follow(socket, connection);
    if (waiting.length === stopReading) (connection.intake ??= new Intake(socket)).stop();
  }

  #follow(socket: IncomingMessage['socket'], connection: ConnectionState): void {
    connection.response.once('close', () => {
      const { waiting, intake } = connection;
      if (socket.destroyed) {
        this.#waiting -= waiting.length;
        waiting.length = 0;
      }
      const next = waiting.shift();
      if (next === undefined) return;
      this.#waiting -= 1;
      connection.response = next.response;
      if (waiting.length > 0) this.#follow(socket, connection);
      if (waiting.length <= startReading) intake?.start();
      this.turns.run(() => socket.destroyed || next.begin());
    });
  }
}

/**
 * Destroys a socket without recording stacks. Node creates an error for each request of a closed connection, of which
 * there may be a thousand, and recording the stacks would take most of the time.
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
