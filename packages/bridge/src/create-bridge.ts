/** Serves clients of several versions by an engine of another version, inside a server of Node. */
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { addressOf, type Address } from './address.js';
import { readUpgradeBody } from './body.js';
import { conversionsForEngine } from './conversions.js';
import { EngineConnections } from './engine-connections.js';
import { requestVersions } from './engine-versions.js';
import type { Headers } from './headers.js';
import { RequestTimer, type OnRequest } from './request-log.js';
import { HttpError, sendError, UnsupportedVersionError } from './send.js';
import { VersionBridges } from './version-bridges.js';
import { splitVersion, type VersionRange } from './versions.js';

export interface BridgeOptions {
  /** The address of the engine: `unix:///var/run/docker.sock`, or `tcp://127.0.0.1:2375`. */
  readonly engine: string;
  /**
   * The version to use with the engine, such as `1.44`. By default the engine is asked: a client whose version it supports is not
   * converted, and any other client is converted to the nearest version that it supports.
   */
  readonly as?: string;
  /** The versions to serve; by default those of the engine, and all that can be converted. */
  readonly serve?: VersionRange;
  /** Called when a request has ended, or its connection after an upgrade. */
  readonly onRequest?: OnRequest;
}

/**
 * Listeners for a server of Node. Requests of other versions are refused in the words of engines. A path without a version means the
 * newest served version, and responses name the served versions, so that clients negotiate them.
 */
export interface Bridge {
  /** For the event `request`. Never rejects: errors are responses. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** For the event `upgrade`: attach, exec, sessions. Never rejects. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

/** @throws Error if no version is served, and for an address in another form */
export function createBridge({ engine, as, serve, onRequest }: BridgeOptions): Bridge {
  const bridge = new EngineBridge(addressOf(engine, 'engine'), as, serve, onRequest);
  return {
    handle: (request, response) => bridge.serve(request, request, response),
    handleUpgrade: (request, socket, head) => bridge.serveUpgrade(request, socket, head),
  };
}

class EngineBridge {
  readonly #connections: EngineConnections;
  readonly #conversions = conversionsForEngine();
  readonly #fixed: VersionBridges | undefined;
  #requested: Promise<VersionBridges> | undefined;
  #served: VersionRange | undefined;

  constructor(
    engine: Address,
    as: string | undefined,
    private readonly serveRange: VersionRange | undefined,
    private readonly onRequest: OnRequest | undefined,
  ) {
    this.#connections = new EngineConnections(engine);
    if (as !== undefined) this.#fixed = this.#bridgesTo({ oldest: as, newest: as });
  }

  #bridgesTo(range: VersionRange): VersionBridges {
    const bridges = new VersionBridges(this.#connections, this.#conversions, range, this.serveRange);
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
  async serveUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.unshift(head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    // A server of Node passes its sockets, which are declared as streams here.
    response.assignSocket(socket as Socket);
    response.once('finish', () => socket.end().resume());
    try {
      await this.serve(request, await readUpgradeBody(request, socket as Socket), response, socket);
    } catch (error) {
      sendError(response, error);
    }
  }

  /** The headers of an error: those that describe the engine, and the newest served version. */
  #headersOf(error: unknown): Headers {
    const { 'docker-experimental': experimental, ...others } = this.#connections.headers;
    // An engine refuses a version before it adds this header.
    const isLate = experimental !== undefined && !(error instanceof UnsupportedVersionError);
    return {
      ...others,
      ...(isLate && { 'docker-experimental': experimental }),
      ...(this.#served && { 'api-version': this.#served.newest }),
    };
  }

  /** Serves a request. Never rejects. */
  async serve(request: IncomingMessage, body: Readable, response: ServerResponse, upgraded?: Duplex): Promise<void> {
    const client = new AbortController();
    const timer = this.onRequest && new RequestTimer(this.onRequest, request, response, upgraded);
    // Requests to the engine end with the connection of their client.
    response.once('close', () => client.abort());
    try {
      const bridges = await this.#bridges();
      const { version = bridges.served.newest, url } = splitVersion(request.url ?? '/');
      await bridges.of(version).serve(request, url, body, response, client.signal, timer);
    } catch (error) {
      if (error instanceof HttpError && error.status === 502) this.#requested = undefined;
      sendError(response, error, this.#headersOf(error));
    }
  }
}
