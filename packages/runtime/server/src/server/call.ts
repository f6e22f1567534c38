/** What a handler is given. */

/** A request as one of its operation: decoded and checked. */
export interface Call<Path = unknown, Query = unknown, Headers = unknown, Body = unknown> {
  /** `ContainerCreate` */
  readonly operation: string;
  /** The version that the client speaks. */
  readonly version: string;
  readonly path: Path;
  readonly query: Query;
  /** The operation's own header parameters, by their names in the contract. */
  readonly headers: Headers;
  readonly body: Body;
  /** Aborted when the client goes before it has its answer, and when the server closes. */
  readonly signal: AbortSignal;
  readonly request: RequestHead;
}

/** The request as it came. */
export interface RequestHead {
  readonly method: string;
  /** With the version and the query. */
  readonly url: string;
  /** Names in lower case; what was sent several times is joined, or the first of it, as in `node:http`. */
  readonly headers: Readonly<Record<string, string>>;
  /** All values of every header, apart: `{ accept: ['text/plain', 'text/html'] }`. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  readonly remoteAddress?: string;
}

export type Awaitable<T> = T | Promise<T>;
