/** Serves the clients of one version: converts differing messages and forwards all others as bytes. */
import type { Readable } from 'node:stream';
import type { Ask, Conversion, MayChange, RequestLoss, RequestMessage, ResponseMessage } from '@lading/runtime-overlay';
import { encodeQuery, fillPath, jsonText } from '@lading/runtime-wire';
import type { EngineConnections } from '../engine/connections.js';
import { discard, type EngineResponse } from '../engine/engine-message.js';
import { joinedValues, restoreRepeated, type Headers } from '../message/headers.js';
import { jsonOf } from '@lading/runtime-wire/json';
import { HttpError } from '../message/http-error.js';
import { jsonResponse, type BridgeRequest, type BridgeResponse } from '../message/messages.js';
import { jsonLinesOf, readJsonLines } from '../message/json-lines.js';
import { latin1Of } from '../message/json-text.js';
import type { PartialJson } from '../message/partial-json.js';
import { readJson } from '../message/read-json.js';
import { parseRequest } from '../message/request-json.js';
import type { Policy } from '../operation/policy.js';
import type { RequestTimer } from '../operation/request-log.js';
import { hooksFor, withHooks, type BridgeHook } from './bridge-hooks.js';
import type { ConvertedTexts } from './converted-texts.js';
import { lossHeaders, strictRefusal } from './losses.js';
import { PreparedConversions, unconverted } from './prepared-conversions.js';
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
  readonly mayChange: MayChange | undefined;
  /** The maximum length of a JSON body that is converted, in bytes. */
  readonly maxJson: number;
  /** Returns what the same response was converted to before; texts have a character for each byte. */
  readonly converted: (body: string) => string | undefined;
  /** Converts a response without decoding it; undefined if that is not possible. */
  readonly edited: (body: string) => string | undefined;
  /** Converts a response that the engine has sent to this request. */
  readonly convert: (request: BridgeRequest, received: EngineResponse, timer?: RequestTimer) => Promise<BridgeResponse>;
}

/** What the engine has sent already to a request. */
interface Received {
  readonly response: EngineResponse;
  /** Whether nothing else was requested to convert it: then the result depends on it alone. */
  isAlone: boolean;
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
    private readonly texts: ConvertedTexts,
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
    const { convert, mayChange, mayChangePlain, edit, isPure } = prepared;
    const scan = mayChange ?? (url.includes('?') ? undefined : mayChangePlain);
    const isRead = convert !== undefined && (scan === undefined || route?.isStream === true);
    if (isRead || route?.id === 'SystemVersion') return undefined;
    const { client, engine } = this.conversion;
    const key = `${client} ${url}`;
    return {
      operation: route?.id,
      engine,
      url: `/v${engine}${url}`,
      offered: this.served.newest,
      mayChange: scan,
      maxJson,
      converted: (body) => this.texts.get(key, body),
      edited: (body) => {
        const text = edit?.(body);
        if (text !== undefined) this.texts.set(key, body, text);
        return text;
      },
      convert: async (request, response, timer) => {
        const received: Received = { response, isAlone: true };
        const converted = await this.serve(request, url, timer, received);
        const { status, body } = response;
        const isRepeatable = isPure && received.isAlone && status === 200;
        if (isRepeatable && body instanceof Buffer && typeof converted.body === 'string') {
          this.texts.set(key, body.toString('latin1'), latin1Of(converted.body));
        }
        return converted;
      },
    };
  }

  /**
   * Serves a request.
   *
   * @param url the path without its version, and the query
   * @param timer is told how the request is sent
   * @param received of this request, which the conversion does not change
   * @throws HttpError, Refusal or WireError; nothing has been sent then
   */
  async serve(request: BridgeRequest, url: string, timer?: RequestTimer, received?: Received): Promise<BridgeResponse> {
    const match = findRoute(request.method, url);
    const operation = match?.route.id;
    const { convert } = operation === undefined ? unconverted : this.#conversions.of(operation);
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
      return this.#forward(request, url, operation, received?.response);
    }
    const losses: RequestLoss[] = [];
    let early = received?.response;
    const partial = isHooked || operation === undefined ? undefined : this.#conversions.of(operation).partial?.();
    const send = async (inner: RequestMessage): Promise<ResponseMessage> => {
      losses.push(...(inner.losses ?? []));
      if (this.treatment.isStrict) strictRefusal(losses);
      policy?.check(inner);
      const from = early ?? (await this.#send(inner, request));
      early = undefined;
      const isConverted = convert !== undefined && this.#conversions.of(inner.operation).bodies.response;
      const parts = inner.operation === operation ? partial : undefined;
      return this.#messageFrom(from, isConverted || isHooked, inner.operation, parts);
    };
    const ask: Ask = async (asked, input) => {
      if (received !== undefined) received.isAlone = false;
      return this.#messageFrom(
        await this.#send({ operation: asked, ...input }, { signal: request.signal }),
        true,
        asked,
      );
    };
    const next = withHooks(hooks, ask, send);
    if (query instanceof HttpError) throw query;
    const message = await this.#messageOf(match, query, request, {
      isConverted: convert !== undefined,
      isHooked,
      isChecked: hasRules,
    });
    const converted = convert === undefined ? await next(message) : await convert(message, next, ask);
    timer?.lost(losses.map(({ id }) => id));
    return this.#responseTo(this.#withEngineHeaders(converted), lossHeaders(losses), partial);
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
    { isConverted, isHooked, isChecked }: Readonly<Record<'isConverted' | 'isHooked' | 'isChecked', boolean>>,
  ): Promise<RequestMessage> {
    const { headers, body } = request;
    const isJson = /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''));
    const isRead = isChecked || isHooked || (isConverted && this.#conversions.of(route.id).bodies.request);
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
   * @param partial reads what is needed of a JSON body that is no error; without it, all is read
   */
  async #messageFrom(
    { status, headers, body }: EngineResponse,
    isConverted: boolean,
    operation: string,
    partial?: PartialJson,
  ): Promise<ResponseMessage> {
    if (headers['content-length'] === '0' && status !== 101) {
      discard(body);
      return { status, headers };
    }
    if (!isConverted || headers['content-type'] !== 'application/json' || status === 101) {
      return { status, headers, body, stream: 'other' };
    }
    const { maxJson } = this.treatment;
    if (status < 400 && routeOf(operation).isStream) {
      const { 'content-length': _length, ...others } = headers;
      return { status, headers: others, body: readJsonLines(body, maxJson), stream: 'json-lines' };
    }
    const parse = status < 400 && partial !== undefined ? (text: string) => partial.parse(text) : undefined;
    return { status, headers, body: await readJson(body, 502, maxJson, parse) };
  }

  #responseTo(
    { status, headers, body, stream }: ResponseMessage,
    loss: Headers = {},
    partial?: PartialJson,
  ): BridgeResponse {
    const all = { ...this.#withServedVersion(headers), ...loss };
    if (stream === 'json-lines') return { status, headers: all, body: jsonLinesOf(body as AsyncIterable<unknown>) };
    if (stream === 'other') return { status, headers: all, body: body as EngineResponse['body'] };
    const text = partial && ((value: unknown) => partial.textOf(value));
    return jsonResponse(status, all, withServedVersion(body, this.served), text);
  }

  /** Replaces the engine's version in the headers by the newest served one: clients negotiate their version from it. */
  #withServedVersion(headers: Headers): Headers {
    return 'api-version' in headers ? { ...headers, 'api-version': this.served.newest } : headers;
  }
}
