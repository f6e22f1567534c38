/** The host for HTTP/1.1 on Node: listening, the order of requests, upgrades, malformed requests, and the end. */
import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HostLimits } from '../host-limits.js';
import type { CloseOptions, ListenAddress, Listening } from '../listen-address.js';
import { clientErrorListener, type MalformedResponse } from './client-error.js';
import { closeGracefully, type Drain } from './close-gracefully.js';
import { defaultHalfOpenTime, listen } from './listen.js';
import { NodeRequest, type RunningCalls } from './node-request.js';
import { readInPieces } from './read-pieces.js';
import { RequestQueue } from './request-queue.js';
import { send } from './send.js';
import { upgradeListener, type UpgradeListener, lacksHeaders } from './upgrade.js';

/**
 * Serves a request. Called when the responses to earlier requests of the connection have been sent; `otherwise` is what
 * was passed to `NodeHost.serve`. Must not throw.
 */
export type ServeRequest = (request: NodeRequest, otherwise?: () => void) => void;

export interface NodeHostOptions {
  readonly limits: HostLimits;
  readonly serve: ServeRequest;
  /** Tells whether a path may be that of an operation that upgrades the connection. */
  readonly mayUpgrade: (method: string, url: string) => boolean;
  readonly respondToMalformed: MalformedResponse;
  /** The scheme in the address of a port. @default 'tcp' */
  readonly scheme?: 'http' | 'tcp';
  /**
   * The time until the next bytes after a client has half-closed its connection, in milliseconds. A client that has
   * disconnected looks like one that has half-closed. @default 5000
   */
  readonly halfOpenTime?: number;
  /** Aborted when the host closes and requests are still running. */
  readonly closing?: AbortController;
}

export class NodeHost {
  /** The running calls that can be aborted. */
  readonly open: RunningCalls = new Set();
  readonly queue: RequestQueue;
  /** For `httpServer.on('upgrade', …)`. Requests are emitted on their server again. */
  readonly upgrade: UpgradeListener;
  readonly #options: NodeHostOptions;
  readonly #drains = new Set<Drain>();
  readonly #sockets = new Set<Socket>();
  readonly #onClientError: ReturnType<typeof clientErrorListener>;

  constructor(options: NodeHostOptions) {
    const { limits, mayUpgrade, respondToMalformed } = options;
    this.#options = options;
    this.queue = new RequestQueue(limits, () => {
      for (const socket of this.#sockets) readInPieces(socket, this.queue.turns);
    });
    this.#onClientError = clientErrorListener(respondToMalformed);
    this.upgrade = upgradeListener({ mayUpgrade, listener: this.listener, onClientError: this.#onClientError });
  }

  /** For `http.createServer(…)`. */
  readonly listener = (request: IncomingMessage, response: ServerResponse): void => this.serve(request, response);

  /** Serves a request when its turn has come. Never throws. */
  serve(request: IncomingMessage, response: ServerResponse, otherwise?: () => void): void {
    const url = request.url ?? '/';
    this.queue.add(request, response, () => {
      const exchange = new NodeRequest(request, response, url, this.open);
      const refusal = refusalOf(request);
      if (refusal === undefined) return this.#options.serve(exchange, otherwise);
      response.shouldKeepAlive = false;
      send(this.#options.respondToMalformed(...refusal), exchange);
    });
  }

  /** @throws the errors of `net.Server.listen`: EADDRINUSE if the address is in use, EACCES … */
  async listen(address: ListenAddress): Promise<Listening> {
    const { limits, scheme = 'tcp', halfOpenTime = defaultHalfOpenTime } = this.#options;
    const { listener, upgrade } = this;
    const onConnection = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      this.queue.turns.giveWay();
      if (this.queue.isCrowded) readInPieces(socket, this.queue.turns);
    };
    const onClientError = this.#onClientError;
    const settings = { listener, upgrade, onClientError, onConnection, limits, scheme, halfOpenTime };
    const listening = await listen(settings, address);
    this.#drains.add(listening);
    return listening;
  }

  /** Closes all addresses: running requests have `timeout` to finish, and are then aborted. */
  async close({ timeout }: CloseOptions = {}): Promise<void> {
    const { closing = new AbortController() } = this.#options;
    await closeGracefully([...this.#drains], this.open, closing, timeout);
    this.#drains.clear();
  }
}

type Refusal = readonly [status: number, message: string];

/** What engines accept in the header `Host`: no spaces and no user names, but the path of a socket, which old clients send. */
const validHost = /^(?:[\w!$%&'()*+,\-.:;=[\]~]*|\/[\w%./-]*)$/;

/** Returns the response to a request that must not be served, after which the connection has to be closed. */
function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { httpVersionMajor: version } = request;
  // Of a line without a version, or without the space before it, the parser takes the rest for the path.
  if (version < 1) return [400, 'the request line has no HTTP version'];
  // Those of `node:http2` are of another class.
  if (version > 1 && request instanceof IncomingMessage) return [505, 'the HTTP version is not supported'];
  return refusalOfHeaders(request) ?? (lacksHeaders(request) ? [431, 'there are too many headers'] : undefined);
}

function refusalOfHeaders({ rawHeaders }: IncomingMessage): Refusal | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
      // Node takes the first one, and a proxy may have taken the other.
      if (hosts > 1) return [400, 'there are two headers Host'];
      if (!validHost.test(value)) return [400, 'the header Host is invalid'];
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding' && value.toLowerCase() !== 'chunked') {
      return [501, 'the transfer encoding is not supported'];
    }
  }
  return undefined;
}
