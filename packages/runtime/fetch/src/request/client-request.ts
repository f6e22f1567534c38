/** A request before it is sent: the second argument of `fetch`, with its URL. */

/** What `fetch` accepts as a body. A stream can be sent once only. */
export type RequestContent = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** A request that middleware and credentials may change. It is passed to the transport as `fetch(url, request)`. */
export interface ClientRequest {
  url: string;
  readonly method: string;
  readonly headers: Headers;
  body?: RequestContent;
  signal?: AbortSignal;
  /** What happens at a redirect. @default 'follow' */
  redirect?: 'follow' | 'error' | 'manual';
  /** Required by `fetch` if the body is a stream. */
  duplex?: 'half';
}

/** Sends requests: `fetch`, or a function like it. */
export type Transport = (url: string, request: ClientRequest) => Promise<Response>;
