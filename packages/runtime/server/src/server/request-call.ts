/** The call of a request. */
import type { HostRequest } from '../host/index.js';
import type { Call, RequestHead } from './call.js';
import type { BodylessCall } from './options.js';

type Input = Pick<Call, 'path' | 'query' | 'headers' | 'body'>;

export class RequestCall implements Call {
  readonly operation: string;
  readonly version: string;
  readonly path: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly #request: HostRequest;

  constructor(operation: string, version: string, { path, query, headers, body }: Input, request: HostRequest) {
    this.operation = operation;
    this.version = version;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.#request = request;
  }

  /** Made by the host only when it is asked for. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get request(): RequestHead {
    return this.#request;
  }
}

/** What is known before the body is read. */
export class HeadCall implements BodylessCall {
  readonly operation: string;
  readonly version: string;
  readonly path: BodylessCall['path'];
  readonly #request: HostRequest;

  constructor(operation: string, version: string, path: BodylessCall['path'], request: HostRequest) {
    this.operation = operation;
    this.version = version;
    this.path = path;
    this.#request = request;
  }

  /** Made by the host only when it is asked for. */
  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get request(): RequestHead {
    return this.#request;
  }
}
