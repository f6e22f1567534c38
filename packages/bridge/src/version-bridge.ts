/** Serves the clients of one version: converts differing messages and forwards all others as bytes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ResponseMessage, Conversion, RequestMessage } from '@lading/runtime-overlay';
import { encodeQuery, fillPath } from '@lading/runtime-wire';
import { readJson } from './body.js';
import type { EngineConnections, EngineResponse } from './engine-connections.js';
import { forwardedHeaders, joinedValues, restoreRepeated, type Headers } from './headers.js';
import { HttpError, sendJson, sendResponse } from './send.js';
import { findRoute, routeOf, type Match } from './routes.js';
import type { RequestTimer } from './request-log.js';
import { withServedVersion, type VersionRange } from './versions.js';

export class VersionBridge {
  readonly #engine: EngineConnections;
  readonly #conversion: Conversion;
  readonly #served: VersionRange;

  /** @param served the versions that responses offer to the client */
  constructor(engine: EngineConnections, conversion: Conversion, served: VersionRange) {
    this.#engine = engine;
    this.#conversion = conversion;
    this.#served = served;
  }

  /**
   * Serves a request.
   *
   * @param url the path without its version, and the query
   * @param signal ends the requests to the engine
   * @param timer is told how the request is sent
   * @throws HttpError, Refusal or WireError; nothing has been sent then
   */
  async serve(
    request: IncomingMessage,
    url: string,
    body: Readable,
    response: ServerResponse,
    signal: AbortSignal,
    timer?: RequestTimer,
  ): Promise<void> {
    const match = findRoute(request.method ?? 'GET', url);
    const convert = match && this.#conversion.of(match.route.id);
    timer?.sentAs(this.#conversion.engine, convert && match.route.id);
    // The engine refuses what cannot be decoded in its own words; only a request that changes nothing may rely on that.
    const isUndecodable = match?.query instanceof HttpError && request.method === 'GET';
    if (match === undefined || convert === undefined || isUndecodable) {
      return this.#forward(request, body, response, url, match?.route.id, signal);
    }
    const original = forwardedHeaders(request.headersDistinct);
    const message = await this.#messageOf(match, request, body);
    const converted = await convert(
      message,
      async (inner) => {
        const from = await this.#send(inner, signal, original, request.headers.upgrade);
        return responseOf(from, this.#conversion.bodies?.(inner.operation).response !== false);
      },
      async (operation, input) => responseOf(await this.#send({ operation, ...input }, signal), true),
    );
    this.#respond(converted, response);
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
    if (query instanceof HttpError) throw query;
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
    else sendJson(response, status, responseHeaders, withServedVersion(body, this.#served));
  }

  /** Replaces the engine's version in the headers by the newest served one: clients negotiate their version from it. */
  #withServedVersion(headers: Headers): Headers {
    return 'api-version' in headers ? { ...headers, 'api-version': this.#served.newest } : headers;
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
