/** Routes beside those of the contract, such as `GET /healthz`. */
import type { HostRequest, HostResponse } from '../host/index.js';
import { endToEndHeaders, isBodylessStatus, RawResponse, Reply } from '../reply/index.js';
import { bodyOf, Session } from '../stream/index.js';
import { type Awaitable, type CallState, type RequestHead, stateOf } from './call.js';
import { formattedResponse } from './format-error.js';
import { isReply } from './hook-table.js';

/** The handlers by method and path: `{ 'GET /healthz': () => reply(200, 'ok') }`. Paths match exactly. */
export type OwnRoutes = Readonly<Record<string, OwnRouteHandler>>;

/**
 * Handles a request. A string is sent as text, any other value as JSON, and nothing as 204; `reply` has a status and
 * headers, and `rawResponse` bytes or a stream.
 */
export type OwnRouteHandler = (call: OwnRouteCall) => unknown;

export interface OwnRouteCall {
  readonly request: RequestHead;
  readonly query: URLSearchParams;
  /** What `options.authenticate` returned. */
  readonly identity: unknown;
  readonly state: CallState;
  readonly signal: AbortSignal;
  /** Returns the body, or null if none was sent. Call it once. Its size is not limited. */
  readonly body: HostRequest['body'];
}

export class OwnRouter {
  readonly #handlers: ReadonlyMap<string, OwnRouteHandler>;

  /** @throws Error for a key that is not a method and a path */
  constructor(routes: OwnRoutes) {
    for (const key of Object.keys(routes)) {
      if (!/^[A-Z]+ \/[^?#\s]*$/.test(key)) {
        throw new Error(
          `routes[${JSON.stringify(key)}]: pass a method and a path without a query, such as "GET /healthz"`,
        );
      }
    }
    this.#handlers = new Map(Object.entries(routes));
  }

  find({ method, url }: Pick<HostRequest, 'method' | 'url'>): OwnRouteHandler | undefined {
    const end = url.indexOf('?');
    return this.#handlers.get(`${method} ${end < 0 ? url : url.slice(0, end)}`);
  }
}

/** Runs the handler of a route. Rejects with its errors. */
export async function runOwnRoute(
  handler: OwnRouteHandler,
  request: HostRequest,
  identity: unknown,
): Promise<HostResponse> {
  const { url } = request;
  const end = url.indexOf('?');
  const value = await (handler({
    request,
    query: new URLSearchParams(end < 0 ? '' : url.slice(end)),
    identity,
    state: stateOf(request),
    get signal() {
      return request.signal;
    },
    body: () => request.body(),
  }) as Awaitable<unknown>);
  return responseTo(value);
}

function responseTo(value: unknown): HostResponse {
  const { status, headers = {}, body } = isReply(value) ? value : new Reply(value === undefined ? 204 : 200, value);
  const ownHeaders = endToEndHeaders(headers as RawResponse['headers']);
  if (body instanceof Session) throw new TypeError('a route of options.routes has no sessions');
  if (body === undefined || isBodylessStatus(status)) {
    const hasLength = status !== 204 && status !== 304;
    return { status, headers: hasLength ? { ...ownHeaders, 'Content-Length': '0' } : ownHeaders };
  }
  if (value instanceof RawResponse) {
    const source = bodyOf(body as NonNullable<Exclude<RawResponse['body'], Session>>);
    return { status, headers: ownHeaders, body: source };
  }
  return formattedResponse({ status, headers: {} }, { body, headers: ownHeaders });
}
