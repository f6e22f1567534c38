/** The input of handlers and hooks. */
import type { Socket } from 'node:net';
import type { PeerCertificate } from 'node:tls';
import type { OperationContract } from '@lading/runtime-wire';

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
  /** What the security handlers or `options.authenticate` returned. */
  readonly identity?: Identity;
  /** Values that hooks and handlers of one request share. */
  readonly state: CallState;
  /** Aborted when the client disconnects before it has its response, and when the server closes. */
  readonly signal: AbortSignal;
  readonly request: RequestHead;
}

/** A request of an operation of which only the head has been read. */
export interface BodylessCall extends Pick<
  Call,
  'operation' | 'version' | 'signal' | 'request' | 'identity' | 'state'
> {
  /** The path parameters by name, not checked; undefined if their escapes are malformed. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

/**
 * Values that hooks and handlers of one request share. Declare the types of yours by declaration merging: `declare
 * module '@lading/runtime-server' { interface CallState { tenant?: string } }`.
 */
export interface CallState {
  [name: string]: unknown;
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
  /**
   * The certificate of the client. Absent unless the connection has TLS, and the certificate was verified against the
   * authorities of the server (`tls: { ca, requestCert: true }`).
   */
  readonly peerCertificate?: PeerCertificate | undefined;
  /** The connection, in hosts based on `node:http`. */
  readonly socket?: Socket;
}

export type Awaitable<T> = T | Promise<T>;

/** The state of each request, created when it is used first. */
const states = new WeakMap<object, CallState>();

export function stateOf(request: object): CallState {
  let state = states.get(request);
  if (state === undefined) states.set(request, (state = {}));
  return state;
}

/** The handlers by noun and verb. Operations without a handler respond with 501. */
export type HandlerTable = Readonly<Record<string, object | undefined>>;

export type Handler = (call: Call) => unknown;

/**
 * Returns the handler of an operation, called as a method of its object. It is looked up for every call, so that
 * handlers may change.
 */
export function handlerOf({ noun, verb }: OperationContract, handlers: HandlerTable): Handler | undefined {
  if (!Object.hasOwn(handlers, noun)) return undefined;
  const group = handlers[noun] as Readonly<Record<string, unknown>> | undefined;
  const method = group?.[verb];
  return typeof method === 'function' ? (call) => (method as Handler).call(group, call) : undefined;
}
