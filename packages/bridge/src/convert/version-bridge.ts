/** Serves the clients of one version: converts differing messages and forwards all others as bytes. */
import type { Readable } from 'node:stream';
import {
  lossHeader,
  type Ask,
  type Conversion,
  type RequestLoss,
  type RequestMessage,
  type ResponseMessage,
} from '@lading/runtime-conversion';
import { encodeQuery, fillPath, jsonText } from '@lading/runtime-wire';
import type { EngineConnections } from '../engine/connections.js';
import { discard, type EngineResponse } from '../engine/engine-message.js';
import { joinedValues, restoreRepeated, type Headers } from '../message/headers.js';
import { jsonOf } from '@lading/runtime-wire/json';
import { HttpError } from '../message/http-error.js';
import { jsonResponse, type BridgeRequest, type BridgeResponse } from '../message/messages.js';
import { isJsonType, jsonLinesOf, readJsonLines, streamTypeFor } from '../message/json-lines.js';
import { readJson } from '../message/read-json.js';
import { parseRequest } from '../message/request-json.js';
import type { Policy } from '../operation/policy.js';
import type { RequestTimer } from '../operation/request-log.js';
import { hooksFor, withHooks, type BridgeHook } from './bridge-hooks.js';
import {
  isTouched,
  PreparedConversions,
  unconverted,
  type BodyEdit,
  type PreparedConversion,
} from './prepared-conversions.js';
import type { OperationInputs } from './operation-inputs.js';
import { findRoute, findSimpleRoute, routeOf, type Match } from './routes.js';
import { withServedVersion, type VersionRange } from './versions.js';

/** How requests are treated, whatever their version. */
export interface Treatment {
  /** Whether a request that would lose something is refused. */
  readonly isStrict: boolean;
  /** Which requests are allowed; without it, all. */
  readonly policy: Policy | undefined;
  /** Code around operations, the outermost first. */
  readonly hooks: readonly BridgeHook[];
  /** The maximum length of a JSON body that is converted, in bytes. */
  readonly maxJson: number;
}

/** How to forward a request as it is. */
export interface Passage {
  /** Undefined if it is unknown. */
  readonly operation: string | undefined;
  /** The version that is used with the engine. */
  readonly engine: string;
  /** The path with that version, and the query. */
  readonly url: string;
  /** The version that `Api-Version` offers to the client. */
  readonly offered: string;
  /** Whether a response in JSON may have to be converted; without it, none has to be. */
  readonly mayChange: ((body: Buffer) => boolean) | undefined;
  /** The maximum length of a JSON body that is converted, in bytes. */
  readonly maxJson: number;
  /** Converts a response without decoding it. */
  readonly edit: BodyEdit | undefined;
  /** Converts a response that the engine has sent to this request, by decoding it. */
  readonly convert: (request: BridgeRequest, received: EngineResponse, timer?: RequestTimer) => Promise<BridgeResponse>;
}

/** What is known already of a request. */
interface Passed {
  readonly prepared: PreparedConversion;
  /** What the engine has sent to it: the conversion does not change the request. */
  readonly response: EngineResponse;
}

export class VersionBridge {
  readonly #conversions: PreparedConversions;

  /** @param served the versions that responses offer to the client */
  constructor(
    private readonly engine: EngineConnections,
    private readonly conversion: Conversion,
    private readonly served: VersionRange,
    private readonly treatment: Treatment,
    private readonly inputs: OperationInputs,
  ) {
    this.#conversions = new PreparedConversions(conversion);
  }

  /**
   * Returns how to forward a request as it is, if nobody has to look at it, and at most at its response.
   *
   * @param url the path without its version and without escapes, and the query
   */
  passageOf(method: string, url: string): Passage | undefined {
    const { policy, hooks, maxJson } = this.treatment;
    if (policy !== undefined || hooks.length > 0) return undefined;
    const route = findSimpleRoute(method, url);
    const prepared = route === undefined ? unconverted : this.#conversions.of(route.id);
    const { convert, mayChange, mayChangePlain, edit } = prepared;
    const scan = mayChange ?? (url.includes('?') ? undefined : mayChangePlain);
    const isRead = convert !== undefined && (scan === undefined || route?.isStream === true);
    if (isRead || route?.id === 'SystemVersion') return undefined;
    const { engine } = this.conversion;
    return {
      operation: route?.id,
      engine,
      url: `/v${engine}${url}`,
      offered: this.served.newest,
      mayChange: scan && ((body) => isTouched(scan, body)),
      maxJson,
      edit,
      convert: (request, response, timer) => this.serve(request, url, timer, { prepared, response }),
    };
  }

  /**
   * Serves a request.
   *
   * @param url the path without its version, and the query
   * @param timer is told how the request is sent
   * @param passed what is known of the request
   * @throws HttpError, Refusal or WireError; nothing has been sent then
   */
  async serve(request: BridgeRequest, url: string, timer?: RequestTimer, passed?: Passed): Promise<BridgeResponse> {
    const match = findRoute(request.method, url);
    const operation = match?.route.id;
    const prepared = passed?.prepared ?? (operation === undefined ? unconverted : this.#conversions.of(operation));
    const { convert } = prepared;
    const { policy } = this.treatment;
    policy?.assertAllowed(operation);
    const hooks = hooksFor(operation, this.treatment.hooks);
    const isHooked = hooks.length > 0;
    const hasRules = policy?.hasRules(operation) === true;
    const isDecoded = convert !== undefined || hasRules || isHooked;
    timer?.sentAs(this.conversion.engine, convert && operation);
    // The engine refuses what cannot be decoded in its own words; only a request that changes nothing may rely on that.
    const query = isDecoded ? match?.query(this.inputs.query(match.route.id)) : undefined;
    const isUndecodable = query instanceof HttpError && request.method === 'GET' && !hasRules && !isHooked;
    if (match === undefined || query === undefined || isUndecodable) {
      return this.#forward(request, url, operation, passed?.response);
    }
    const losses: RequestLoss[] = [];
    let early = passed?.response;
    const send = async (inner: RequestMessage): Promise<ResponseMessage> => {
      losses.push(...(inner.losses ?? []));
      if (this.treatment.isStrict) strictRefusal(losses);
      policy?.check(inner);
      const from = early ?? (await this.#send(inner, request));
      early = undefined;
      const { bodies } = inner.operation === operation ? prepared : this.#conversions.of(inner.operation);
      return this.#messageFrom(from, (convert !== undefined && bodies.response) || isHooked, inner.operation);
    };
    const ask: Ask = async (asked, input) =>
      this.#messageFrom(await this.#send({ operation: asked, ...input }, { signal: request.signal }), true, asked);
    const next = withHooks(hooks, ask, send);
    if (query instanceof HttpError) throw query;
    const message = await this.#messageOf(match, query, request, {
      isRead: hasRules || isHooked || (convert !== undefined && prepared.bodies.request),
      isChecked: hasRules,
    });
    const converted = convert === undefined ? await next(message) : await convert(message, next, ask);
    timer?.lost(losses.map(({ id }) => id));
    return this.#responseTo(this.#withEngineHeaders(converted), lossHeaders(losses), request.headers['accept']);
  }

  /** Adds the headers of the engine to a response that a hook has made, which has none. */
  #withEngineHeaders(message: ResponseMessage): ResponseMessage {
    if (Object.keys(message.headers).length > 0) return message;
    return { ...message, headers: { ...this.engine.headers, 'api-version': this.served.newest } };
  }

  /** Forwards a request that is the same in both versions, or unknown in both; only the version changes. */
  async #forward(
    request: BridgeRequest,
    url: string,
    operation: string | undefined,
    received: EngineResponse | undefined,
  ): Promise<BridgeResponse> {
    const from = received ?? (await this.engine.request({ ...request, url: `/v${this.conversion.engine}${url}` }));
    if (operation === 'SystemVersion') return this.#responseTo(await this.#messageFrom(from, true, operation));
    return { ...from, headers: this.#withServedVersion(from.headers) };
  }

  /**
   * Decodes a request. A body that is neither converted nor checked stays bytes.
   */
  async #messageOf(
    { route, path }: Match,
    query: RequestMessage['query'],
    request: BridgeRequest,
    { isRead, isChecked }: Readonly<Record<'isRead' | 'isChecked', boolean>>,
  ): Promise<RequestMessage> {
    const { headers, body } = request;
    const isJson = /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''));
    // A policy has to see numbers, not their texts, and the engine gets those that were checked.
    const parse = (text: string): unknown => parseRequest(text, this.inputs.body(route.id), isChecked);
    return {
      operation: route.id,
      client: this.conversion.client,
      path,
      query,
      headers: joinedValues(headers),
      ...(body !== undefined && {
        body: isJson && isRead ? await readJson(body, 413, this.treatment.maxJson, parse) : body,
      }),
    };
  }

  /** Sends a message to the engine in its version. */
  async #send(
    message: Partial<RequestMessage>,
    {
      headers: original = {},
      ...connection
    }: Pick<BridgeRequest, 'signal'> & Partial<Pick<BridgeRequest, 'headers' | 'upgrade' | 'onInformation'>>,
  ): Promise<EngineResponse> {
    const { operation = '', path = {}, query = {}, headers = {}, body } = message;
    const route = routeOf(operation);
    const values = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    const target = fillPath(route.path, values, { slashes: route.hasSlashes });
    const bytes = body instanceof Object && 'pipe' in body ? (body as Readable) : undefined;
    const { 'content-length': length, ...others } = headers as Readonly<Record<string, string>>;
    return this.engine.request({
      method: route.method,
      url: `/v${this.conversion.engine}${target}${encodeQuery(this.inputs.query(operation), query, (value) => jsonText(value, 'query'))}`,
      headers: {
        ...restoreRepeated(others, original),
        ...(bytes !== undefined && length !== undefined && { 'content-length': length }),
        ...(bytes === undefined && body !== undefined && { 'content-type': 'application/json' }),
      },
      body: bytes ?? (body === undefined ? undefined : jsonOf(body)),
      upgrade: connection.upgrade,
      signal: connection.signal,
      onInformation: connection.onInformation,
    });
  }

  /**
   * Converts a response of the engine to a message.
   *
   * @param isConverted whether the JSON body is read; otherwise the head is available at once, which clients that wait for a
   *   container need
   */
  async #messageFrom(
    { status, headers, body }: EngineResponse,
    isConverted: boolean,
    operation: string,
  ): Promise<ResponseMessage> {
    if (headers['content-length'] === '0' && status !== 101) {
      discard(body);
      return { status, headers };
    }
    const isStream = status < 400 && routeOf(operation).isStream;
    const isJson = isStream ? isJsonType(headers['content-type']) : headers['content-type'] === 'application/json';
    if (!isConverted || !isJson || status === 101) return { status, headers, body, stream: 'other' };
    const { maxJson } = this.treatment;
    if (isStream) {
      const { 'content-length': _length, ...others } = headers;
      return { status, headers: others, body: readJsonLines(body, maxJson), stream: 'json-lines' };
    }
    return { status, headers, body: await readJson(body, 502, maxJson) };
  }

  #responseTo(
    { status, headers, body, stream }: ResponseMessage,
    loss: Headers = {},
    accept?: string | readonly string[],
  ): BridgeResponse {
    const all = { ...this.#withServedVersion(headers), ...loss };
    if (stream === 'json-lines') {
      const type = streamTypeFor(accept?.toString(), String(all['content-type']));
      const lines = jsonLinesOf(body as AsyncIterable<unknown>, type);
      return { status, headers: { ...all, 'content-type': type }, body: lines };
    }
    if (stream === 'other') return { status, headers: all, body: body as EngineResponse['body'] };
    return jsonResponse(status, all, withServedVersion(body, this.served));
  }

  /** Replaces the engine's version in the headers by the newest served one: clients negotiate their version from it. */
  #withServedVersion(headers: Headers): Headers {
    return 'api-version' in headers ? { ...headers, 'api-version': this.served.newest } : headers;
  }
}

/** Returns the header `Lading-Loss`. Without losses there is none. */
function lossHeaders(losses: readonly RequestLoss[]): Headers {
  const text = lossHeader(losses);
  return text === undefined ? {} : { 'lading-loss': text };
}

/** @throws HttpError 400 if there are losses */
function strictRefusal(losses: readonly RequestLoss[]): void {
  if (losses.length === 0) return;
  const sentences = new Set(losses.map(({ message }) => message));
  throw new HttpError(400, `the engine cannot do all of this request: ${[...sentences].join(' ')}`);
}
