/** Listens on a socket and serves clients of several versions by an engine of one version. */
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { addressOf, isLocal, type Address } from './address.js';
import { readUpgradeBody } from './body.js';
import { EngineConnections } from './engine-connections.js';
import { requestVersions } from './engine-versions.js';
import { HttpError, sendError } from './send.js';
import { VersionBridges } from './version-bridges.js';
import { splitVersion, type VersionRange } from './versions.js';

export interface ListenOptions {
  /** Where to listen: `unix:///run/bridge.sock`, or `tcp://127.0.0.1:2375`, which only this machine may reach. */
  readonly address: string;
  /** The address of the engine, in the same form. */
  readonly engine: string;
  /**
   * The version to use with the engine, such as `1.44`. By default the engine is asked: a client whose version it supports is not
   * converted, and any other client is converted to the nearest version that it supports.
   */
  readonly as?: string;
  /** The versions to serve; by default those of the engine, and all that can be converted. */
  readonly serve?: VersionRange;
}

/**
 * Serves clients of several versions. Requests of other versions are refused in the words of engines. A path without a
 * version means the newest served version, and responses name the served versions, so that clients negotiate them.
 *
 * @throws Error if no version is served, for an address in another form, and for one that other machines reach
 */
export async function listen({ address, engine, as, serve }: ListenOptions): Promise<Server> {
  const own = addressOf(address, 'listen');
  if (!isLocal(own)) throw notLocal(address);
  const bridge = new Bridge(addressOf(engine, 'engine'), as, serve);
  // Uploads have no time limit.
  const server = createServer(
    { requestTimeout: 0 },
    (request, response) => void bridge.serve(request, request, response),
  );
  server.on('upgrade', (request, socket, head) => void bridge.serveUpgrade(request, socket as Socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(own, resolve));
  return server;
}

/** Whoever reaches the engine is root on its machine. */
function notLocal(address: string): Error {
  return new Error(
    `listen "${address}": anyone who reaches it would control the engine; pass an address of this machine, such as tcp://127.0.0.1:2375`,
  );
}

class Bridge {
  readonly #connections: EngineConnections;
  readonly #fixed: VersionBridges | undefined;
  #requested: Promise<VersionBridges> | undefined;
  #served: VersionRange | undefined;

  constructor(
    engine: Address,
    as: string | undefined,
    private readonly serveRange: VersionRange | undefined,
  ) {
    this.#connections = new EngineConnections(engine);
    if (as !== undefined) this.#fixed = this.#bridgesTo({ oldest: as, newest: as });
  }

  #bridgesTo(range: VersionRange): VersionBridges {
    const bridges = new VersionBridges(this.#connections, range, this.serveRange);
    this.#served = bridges.served;
    return bridges;
  }

  /** The versions of the engine, which is asked for them by the first request, and again after it did not respond. */
  async #bridges(): Promise<VersionBridges> {
    if (this.#fixed !== undefined) return this.#fixed;
    this.#requested ??= requestVersions(this.#connections).then((range) => this.#bridgesTo(range));
    try {
      return await this.#requested;
    } catch (error) {
      this.#requested = undefined;
      throw error;
    }
  }

  /** Serves an upgrade request. Its body is still unread, and its response is an ordinary one unless it is a 101. */
  async serveUpgrade(request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.unshift(head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.end().resume());
    try {
      await this.serve(request, await readUpgradeBody(request, socket), response);
    } catch (error) {
      sendError(response, error);
    }
  }

  /** Serves a request. Never rejects. */
  async serve(request: IncomingMessage, body: Readable, response: ServerResponse): Promise<void> {
    const client = new AbortController();
    // Requests to the engine end with the connection of their client.
    response.once('close', () => client.abort());
    try {
      const bridges = await this.#bridges();
      const { version = bridges.served.newest, url } = splitVersion(request.url ?? '/');
      await bridges.of(version).serve(request, url, body, response, client.signal);
    } catch (error) {
      if (error instanceof HttpError && error.status === 502) this.#requested = undefined;
      const newest = this.#served && { 'api-version': this.#served.newest };
      sendError(response, error, { ...this.#connections.headers, ...newest });
    }
  }
}
