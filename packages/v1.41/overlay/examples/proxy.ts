/**
 * A socket on which clients of 1.41 meet an engine of 1.44: what differs is converted, all else passes as bytes.
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
 * The version of the conversion's clients is served, with its prefix or without one. Requests of all others are refused,
 * and responses name that version alone, so that clients that negotiate find it.
 * @param conversion `newerClients()` serves clients of 1.44 by an engine of 1.41
 */
export async function listen(path: string, engine: string, conversion = olderClients()): Promise<Server> {
  const proxy = new Proxy(new EngineConnections(engine), conversion);
  // Uploads take as long as they take.
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

  /** Node hands such a request over with its body still unread; its response is like any other until it is a 101. */
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

  /** Never rejects. */
  async serve(request: IncomingMessage, body: Readable, response: ServerResponse): Promise<void> {
    const client = new AbortController();
    // Whatever is asked of the engine for a client ends with the client.
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

  /** What both versions share, or neither knows: only the version is another one. */
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
    } else sendResponse(response, from.status, this.#own(from.headers), from.body);
  }

  /** A body that the conversion does not look at stays bytes. */
  async #messageOf({ route, path, query }: Match, request: IncomingMessage, body: Readable): Promise<RequestMessage> {
    const isJson = /^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    const isLookedAt = this.#conversion.bodies?.(route.id).request !== false;
    return {
      operation: route.id,
      path,
      query,
      headers: joinedValues(forwardedHeaders(request.headersDistinct)),
      ...(hasBody(request) && { body: isJson && isLookedAt ? await readJson(body, 413) : body }),
    };
  }

  /** Sends a message in the version of the engine. */
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
    const own = this.#own(headers);
    if (stream === 'other') sendResponse(response, status, own, body as EngineResponse['body']);
    else sendJson(response, status, own, withServedVersion(body, this.#conversion.client));
  }

  /** Clients take the version that they speak from there: the one that is served, not the one of the engine. */
  #own(headers: Headers): Headers {
    return 'api-version' in headers ? { ...headers, 'api-version': this.#conversion.client } : headers;
  }
}

/** @param isLookedAt whether its JSON is read; a body that flows is not held up: whoever waits for a container wants the head at once */
async function responseOf({ status, headers, body }: EngineResponse, isLookedAt: boolean): Promise<ResponseMessage> {
  if (!isLookedAt || headers['content-type'] !== 'application/json' || status === 101) {
    return { status, headers, body, stream: 'other' };
  }
  return { status, headers, body: await readJson(body, 502) };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
}
