/**
 * A socket that serves clients of 1.41 by an engine of 1.44: differing messages are converted, all others pass as bytes.
 *
 *     const proxy = await listen('/run/old.sock', '/var/run/docker.sock');
 */
import { createServer, ServerResponse, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { olderClients, type ResponseMessage, type Conversion, type RequestMessage } from '@lading/overlay-v1.41';
import { encodeQuery, fillPath } from '@lading/runtime-wire';
import { readJson, readUpgradeBody } from './proxy/body.js';
import { EngineConnections, type EngineResponse } from './proxy/engine-connections.js';
import { forwardedHeaders, joinedValues, restoreRepeated, type Headers } from './proxy/headers.js';
import { HttpError, sendError, sendJson, sendResponse } from './proxy/send.js';
import { findRoute, routeOf, type Match } from './proxy/routes.js';
import { refusalOf, splitVersion, withServedVersion } from './proxy/versions.js';

/**
 * Serves the version of the conversion's clients, with its path prefix or without one. Requests of other versions are
 * refused, and responses name only that version, so that clients negotiate it.
 *
 * @param conversion `newerClients()` serves clients of 1.44 by an engine of 1.41
 */
export async function listen(path: string, engine: string, conversion = olderClients()): Promise<Server> {
  const proxy = new Proxy(new EngineConnections(engine), conversion);
  // Uploads have no time limit.
  const server = createServer(
    { requestTimeout: 0 },
    (request, response) => void proxy.serve(request, request, response),
  );
  server.on('upgrade', (request, socket, head) => void proxy.serveUpgrade(request, socket as Socket, head));
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return server;
}

class Proxy {
  readonly #engine: EngineConnections;
  readonly #conversion: Conversion;

  constructor(engine: EngineConnections, conversion: Conversion) {
    this.#engine = engine;
    this.#conversion = conversion;
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
      const { version, url } = splitVersion(request.url ?? '/');
      const refusal = refusalOf(version, this.#conversion.client);
      if (refusal !== undefined) throw new HttpError(400, refusal);
      const match = findRoute(request.method ?? 'GET', url);
      const convert = match && this.#conversion.of(match.route.id);
      if (match === undefined || convert === undefined) {
        await this.#forward(request, body, response, url, match?.route.id, client.signal);
      } else {
        const original = forwardedHeaders(request.headersDistinct);
        const message = await this.#messageOf(match, request, body);
        const converted = await convert(
          message,
          async (inner) => {
            const from = await this.#send(inner, client.signal, original, request.headers.upgrade);
            return responseOf(from, this.#conversion.bodies?.(inner.operation).response !== false);
          },
          async (operation, input) => responseOf(await this.#send({ operation, ...input }, client.signal), true),
        );
        this.#respond(converted, response);
      }
    } catch (error) {
      sendError(response, error);
    }
  }

  /** Forwards a request that is the same in both versions, or unknown in both; only the version changes. */
  async #forward(
    request: IncomingMessage,
    body: Readable,
    response: ServerResponse,
    url: string,
    operation: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const from = await this.#engine.request({
      method: request.method ?? 'GET',
      url: `/v${this.#conversion.engine}${url}`,
      headers: forwardedHeaders(request.headersDistinct),
      upgrade: request.headers.upgrade,
      body: hasBody(request) ? body : undefined,
      signal,
    });
    if (operation === 'SystemVersion') {
      this.#respond(await responseOf(from, true), response);
    } else sendResponse(response, from.status, this.#withServedVersion(from.headers), from.body);
  }

  /** Decodes a request. A body that the conversion does not read stays bytes. */
  async #messageOf({ route, path, query }: Match, request: IncomingMessage, body: Readable): Promise<RequestMessage> {
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    const isConverted = this.#conversion.bodies?.(route.id).request !== false;
    return {
      operation: route.id,
      path,
      query,
      headers: joinedValues(forwardedHeaders(request.headersDistinct)),
      ...(hasBody(request) && { body: isJson && isConverted ? await readJson(body, 413) : body }),
    };
  }

  /** Sends a message to the engine in its version. */
  async #send(
    message: Partial<RequestMessage>,
    signal: AbortSignal,
    original: Headers = {},
    upgrade?: string,
  ): Promise<EngineResponse> {
    const { operation = '', path = {}, query = {}, headers = {}, body } = message;
    const route = routeOf(operation);
    const values = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    const target = fillPath(route.path, values, { slashes: route.hasSlashes });
    const bytes = body instanceof Object && 'pipe' in body ? (body as Readable) : undefined;
    const { 'content-length': length, ...others } = headers as Readonly<Record<string, string>>;
    return this.#engine.request({
      method: route.method,
      url: `/v${this.#conversion.engine}${target}${encodeQuery(route.query ?? {}, query)}`,
      headers: {
        ...restoreRepeated(others, original),
        ...(bytes !== undefined && length !== undefined && { 'content-length': length }),
        ...(bytes === undefined && body !== undefined && { 'content-type': 'application/json' }),
      },
      body: bytes ?? (body === undefined ? undefined : JSON.stringify(body)),
      upgrade,
      signal,
    });
  }

  #respond({ status, headers, body, stream }: ResponseMessage, response: ServerResponse): void {
    const responseHeaders = this.#withServedVersion(headers);
    if (stream === 'other') sendResponse(response, status, responseHeaders, body as EngineResponse['body']);
    else sendJson(response, status, responseHeaders, withServedVersion(body, this.#conversion.client));
  }

  /** Replaces the engine's version in the headers by the served one: clients negotiate their version from it. */
  #withServedVersion(headers: Headers): Headers {
    return 'api-version' in headers ? { ...headers, 'api-version': this.#conversion.client } : headers;
  }
}

/**
 * Converts a response of the engine to a message.
 *
 * @param isConverted whether the JSON body is read; otherwise the head is available at once, which clients that wait for a
 *   container need
 */
async function responseOf({ status, headers, body }: EngineResponse, isConverted: boolean): Promise<ResponseMessage> {
  if (!isConverted || headers['content-type'] !== 'application/json' || status === 101) {
    return { status, headers, body, stream: 'other' };
  }
  return { status, headers, body: await readJson(body, 502) };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
