/** The input of handlers. */

/** A request of an operation, decoded and checked. */
export interface Call<
  Path = unknown,
  Query = unknown,
  Headers = unknown,
  Body = unknown,
  Cookies = unknown,
  Identity = unknown,
> {
  /** The operation identifier, for example `ContainerCreate`. */
  readonly operation: string;
  /** The API version of the client. */
  readonly version: string;
  readonly path: Path;
  readonly query: Query;
  /** The header parameters of the operation, by their names in the contract. */
  readonly headers: Headers;
  readonly body: Body;
  /** The cookies that the operation declares, by name. */
  readonly cookies?: Cookies;
  /** What the security handlers returned. */
  readonly identity?: Identity;
  /** Aborted when the client disconnects before it has its response, and when the server closes. */
  readonly signal: AbortSignal;
  readonly request: RequestHead;
}

/** The head of the request as received. */
export interface RequestHead {
  readonly method: string;
  /** The path with the version and the query. */
  readonly url: string;
  /** The headers, with names in lower case. Repeated headers are joined, or the first one counts, as in `node:http`. */
  readonly headers: Readonly<Record<string, string>>;
  /** All values of every header as an array: `{ accept: ['text/plain', 'text/html'] }`. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  readonly remoteAddress?: string;
}

export type Awaitable<T> = T | Promise<T>;
