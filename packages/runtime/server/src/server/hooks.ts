/** Hooks: functions of the owner of a server that see requests and responses. */
import type { RawResponse, Reply } from '../reply/index.js';
import type { Awaitable, BodylessCall, Call, CallState, RequestHead } from './call.js';

/** What a hook returns to respond in place of the handler. */
export type HookReply = Reply<number, unknown> | RawResponse | void;

/** The hooks of all operations, and in `operations` those of single ones, which are called after them. */
export interface Hooks extends OperationHooks {
  /** The hooks of single operations, by operation ID: `{ ContainerCreate: { before: … } }`. */
  readonly operations?: Readonly<Record<string, OperationHooks | undefined>>;
}

export interface OperationHooks {
  /**
   * Called when the operation and the version are known, before the body is read and anything is checked: for
   * permissions, and for operations that are not available. A returned reply is sent as the response, and an error
   * rejects the request.
   */
  readonly beforeBody?: (call: BodylessCall) => Awaitable<HookReply>;
  /**
   * Called before the handler. A returned reply is sent instead of the handler's result, and an error rejects the
   * request.
   */
  readonly before?: (call: Call) => Awaitable<HookReply>;
  /**
   * Called instead of the handler, and returns the result, usually that of `run`, which runs the handler. `run` accepts
   * a call that differs from the one received, such as `callWith(call, { signal })`. The first hook of several is the
   * outermost one.
   */
  readonly around?: (call: Call, run: (call?: Call) => unknown) => unknown;
  /**
   * Called before the head of the response is sent, for every request of an operation. If the request could not be
   * read, or its version is not served, `path`, `query`, `headers` and `body` are undefined.
   */
  readonly after?: (call: Call, outcome: Outcome) => Awaitable<void>;
  /**
   * Called when the response has been sent, a stream or session has ended, or the client has disconnected. In `hooks`,
   * it is called for every request: also for one without an operation, one whose path is a route of `options.routes`,
   * OPTIONS, and one that is not HTTP.
   */
  readonly end?: (request: EndedRequest, ending: Ending) => void;
}

/** The result of a call. */
export interface Outcome {
  readonly status: number;
  /** The headers of the response, to which a hook may add. */
  readonly headers: Record<string, string | readonly string[]>;
  /** The body that the handler or a hook returned; absent for raw responses, whose body can be read only once. */
  readonly body?: unknown;
  readonly error?: unknown;
  /** The time since the head of the request arrived, in milliseconds. */
  readonly duration: number;
}

/** A request whose response has been sent. */
export interface EndedRequest {
  /** The operation ID; absent for a request without an operation. */
  readonly operation?: string;
  /** The API version of the client; absent without an operation. */
  readonly version?: string;
  /** Absent if the client did not send HTTP. */
  readonly request?: RequestHead;
  /** What `options.authenticate` or a security handler returned. */
  readonly identity?: unknown;
  readonly state: CallState;
}

/** How a request ended. */
export interface Ending {
  /** The status that was sent, or that would have been sent if the client had not disconnected. */
  readonly status: number;
  /** The time from the head of the request to the end, in milliseconds. */
  readonly duration: number;
  /** The bytes of the body of the response that were sent; of a session, all bytes that were sent. */
  readonly bytes: number;
  /** Whether the response was sent completely. False if the client disconnected, or if the stream failed. */
  readonly isComplete: boolean;
  /** The error of a hook, of the request, of the handler, or of the stream. */
  readonly error?: unknown;
}
