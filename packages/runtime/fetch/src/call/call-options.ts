/** The options of clients and of single calls. */
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import type { ClientRequest, Transport } from '../request/client-request.js';
import type { HeaderOptions, RequestOptions } from '../request/request-of.js';

/** The options of a client. */
export interface ClientOptions {
  /** The URL before the paths of operations. @default the first server of the API, with the defaults of its variables */
  readonly baseUrl?: string;
  /**
   * Credentials by the name of the security scheme, each a value or a function that returns it. Generated clients narrow the
   * type to the schemes of their API.
   */
  readonly auth?: object;
  /** Headers of every request. */
  readonly headers?: HeaderOptions;
  /** Functions around every call; the first one is the outermost. */
  readonly middleware?: readonly Middleware[];
  /** The milliseconds that a call may take until its result is complete; of a stream until it begins. */
  readonly timeout?: number;
  /** Sends requests: any function like `fetch`. @default `globalThis.fetch` */
  readonly fetch?: Transport;
}

/** The options of a single call. */
export interface CallOptions extends RequestOptions {
  /** Overrides the timeout of the client; 0 is none. */
  readonly timeout?: number;
  /** Called with the response, and the request as it was before middleware, as soon as the headers are received. */
  readonly onResponse?: (response: Response, request: ClientRequest) => void;
  /** Called while a download is read. */
  readonly onProgress?: (progress: DownloadProgress) => void;
}

/** The options of a call that asks for another media type than the usual one. */
export interface AcceptOptions<MediaType extends string> extends CallOptions {
  /** The media type of the response, which decides on the type of the result. */
  readonly accept: MediaType;
}

export interface DownloadProgress {
  /** The bytes received so far. */
  readonly loaded: number;
  /** All bytes, if the server says how many. */
  readonly total?: number;
}

/**
 * A function around a call, whose input it gets, too: it may change the request, send it with `next`, also repeatedly, and replace the response, or
 * handle the error with which `next` rejects.
 */
export type Middleware = (
  request: ClientRequest,
  next: (request: ClientRequest) => Promise<Response>,
  operation: ContractOperation,
  input: unknown,
) => Promise<Response>;
