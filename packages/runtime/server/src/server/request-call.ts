/** The calls that handlers and hooks receive. */
import type { HostRequest } from '../host/index.js';
import { type BodylessCall, type Call, type CallState, type RequestHead, stateOf } from './call.js';
type CallInput = Pick<Call, 'path' | 'query' | 'headers' | 'body'> & { readonly cookies?: unknown };

/** A call before its body has been read. */
export class HeadCall<Path = BodylessCall['path']> {
  readonly operation: string;
  readonly version: string;
  readonly path: Path;
  readonly identity: unknown;
  readonly #request: HostRequest;

  constructor(operation: string, version: string, path: Path, request: HostRequest, identity: unknown) {
    this.operation = operation;
    this.version = version;
    this.path = path;
    this.identity = identity;
    this.#request = request;
  }

  /** Created by the host on first access. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get request(): RequestHead {
    return this.#request;
  }

  get state(): CallState {
    return stateOf(this.#request);
  }
}

export class RequestCall extends HeadCall<unknown> implements Call {
  readonly query: unknown;
  readonly headers: unknown;
  readonly cookies: unknown;
  readonly body: unknown;

  constructor(
    operation: string,
    version: string,
    { path, query, headers, cookies, body }: CallInput,
    request: HostRequest,
    identity: unknown,
  ) {
    super(operation, version, path, request, identity);
    this.query = query;
    this.headers = headers;
    this.cookies = cookies;
    this.body = body;
  }
}
