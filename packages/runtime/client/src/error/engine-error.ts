/** What an engine answers instead of a result: one family of errors, a class for each status that the contract uses. */
import { LadingClientError } from './lading-client-error.js';

/** The call that failed. */
export interface FailedCall {
  /** `ContainerCreate` */
  readonly operation: string;
  readonly method: string;
  /** With the version, without the query, which may hold secrets: `/v1.44/containers/create`. */
  readonly path: string;
  /** `1.44` */
  readonly version: string;
}

/** An engine refused or failed. The subclass follows the status; a status without a class of its own is this one. */
export class EngineError extends LadingClientError implements FailedCall {
  readonly status: number;
  /** The engine's own words. */
  readonly reason: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly version: string;

  constructor(code: string, status: number, reason: string, call: FailedCall, options?: { readonly cause?: unknown }) {
    super(code, `${reason} (${call.operation}: ${status} to ${call.method} ${call.path})`, options);
    this.status = status;
    this.reason = reason;
    this.operation = call.operation;
    this.method = call.method;
    this.path = call.path;
    this.version = call.version;
  }
}

/** 400: the engine does not accept a parameter or the body. */
export class BadRequest extends EngineError {
  declare readonly status: 400;
}

/** 401: credentials are missing or wrong. */
export class Unauthorized extends EngineError {
  declare readonly status: 401;
}

/** 403: not possible in the state or on the kind of node that the engine is. */
export class Forbidden extends EngineError {
  declare readonly status: 403;
}

/** 404: there is no such thing. */
export class NotFound extends EngineError {
  declare readonly status: 404;
}

/** 406: the swarm does not accept it. */
export class NotAcceptable extends EngineError {
  declare readonly status: 406;
}

/** 409: in conflict with the state of the thing, or its name is taken. */
export class Conflict extends EngineError {
  declare readonly status: 409;
}

/** 500: the engine failed. */
export class ServerError extends EngineError {
  declare readonly status: 500;
}

/** 501: the engine cannot do this. */
export class NotImplemented extends EngineError {
  declare readonly status: 501;
}

/** 503: the node is not part of a swarm, or not now. */
export class Unavailable extends EngineError {
  declare readonly status: 503;
}

/** A failure told inside of a stream whose status said success: a build that failed, a pull that broke off. */
export class StreamError extends EngineError {
  /** The number that came with it: the exit code of a build's command. */
  readonly detail: number | undefined;

  constructor(reason: string, call: FailedCall, detail?: number) {
    super('STREAM', 200, reason, call);
    this.detail = detail;
  }
}

const byStatus = new Map<number, readonly [string, typeof EngineError]>([
  [400, ['BAD_REQUEST', BadRequest]],
  [401, ['UNAUTHORIZED', Unauthorized]],
  [403, ['FORBIDDEN', Forbidden]],
  [404, ['NOT_FOUND', NotFound]],
  [406, ['NOT_ACCEPTABLE', NotAcceptable]],
  [409, ['CONFLICT', Conflict]],
  [500, ['SERVER_ERROR', ServerError]],
  [501, ['NOT_IMPLEMENTED', NotImplemented]],
  [503, ['UNAVAILABLE', Unavailable]],
]);

/** The error for a status. */
export function engineError(status: number, reason: string, call: FailedCall): EngineError {
  const [code, kind] = byStatus.get(status) ?? ['ENGINE_ERROR', EngineError];
  return new kind(code, status, reason, call);
}
