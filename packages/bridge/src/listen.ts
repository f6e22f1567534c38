/** Listens on a socket and serves clients of several versions by an engine of one version. */
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { readUpgradeBody } from './body.js';
import { conversionsTo } from './conversions.js';
import { EngineConnections } from './engine-connections.js';
import { HttpError, sendError } from './send.js';
import { VersionBridge } from './version-bridge.js';
import { refusalOf, splitVersion, type VersionRange } from './versions.js';

export interface ListenOptions {
  /** The path of the Unix socket to listen on. */
  readonly path: string;
  /** The path of the engine's Unix socket. */
  readonly engine: string;
  /** The version to speak to the engine, such as `1.44`. */
  readonly as: string;
  /** The versions to serve; by default all that have a conversion to `as`, and `as` itself. */
  readonly serve?: VersionRange;
}

/**
 * Serves clients of several versions. Requests of other versions are refused in the words of engines. A path without a
 * version means the newest served version, and responses name the served versions, so that clients negotiate them.
 *
 * @throws Error if no version is served
 */
export async function listen({ path, engine, as, serve }: ListenOptions): Promise<Server> {
  const bridge = new Bridge(engine, as, serve);
  // Uploads have no time limit.
  const server = createServer(
    { requestTimeout: 0 },
    (request, response) => void bridge.serve(request, request, response),
  );
  server.on('upgrade', (request, socket, head) => void bridge.serveUpgrade(request, socket as Socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return server;
}

class Bridge {
  readonly #connections: EngineConnections;
  readonly #bridges: ReadonlyMap<string, VersionBridge>;
  readonly #served: VersionRange;

  constructor(engine: string, as: string, serve: VersionRange | undefined) {
    const conversions = conversionsTo(as).filter(
      ({ client }) => serve === undefined || refusalOf(client, serve) === undefined,
    );
    const [oldest, newest] = [conversions[0]?.client, conversions.at(-1)?.client];
    if (oldest === undefined || newest === undefined) {
      throw new Error(`no version from ${serve?.oldest} to ${serve?.newest} can be served by an engine of ${as}`);
    }
    this.#served = { oldest, newest };
    this.#connections = new EngineConnections(engine);
    this.#bridges = new Map(
      conversions.map((conversion) => [
        conversion.client,
        new VersionBridge(this.#connections, conversion, this.#served),
      ]),
    );
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
      const { version = this.#served.newest, url } = splitVersion(request.url ?? '/');
      await this.#bridgeOf(version).serve(request, url, body, response, client.signal);
    } catch (error) {
      sendError(response, error, { ...this.#connections.headers, 'api-version': this.#served.newest });
    }
  }

  #bridgeOf(version: string): VersionBridge {
    const refusal = refusalOf(version, this.#served);
    if (refusal !== undefined) throw new HttpError(400, refusal);
    const bridge = this.#bridges.get(version);
    if (bridge !== undefined) return bridge;
    const served = [...this.#bridges.keys()].join(', ');
    throw new HttpError(400, `client version ${version} has no conversion: set DOCKER_API_VERSION to one of ${served}`);
  }
}
