/** The errors for error responses of an engine, with a class for each status that the contract uses. */
import { LadingClientError } from '@lading/runtime-wire';

/** The maximum length of a message, in characters. */
const maxLength = 2000;

/** Removes control characters other than line ends and tabs, and cuts what is too long. */
function printableText(text: string): string {
  const printable = text.replace(/[^\P{C}\n\t]/gu, '');
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable;
}

/** The failed call. */
export interface FailedCall {
  /** The operation ID: `ContainerCreate`. */
  readonly operation: string;
  readonly method: string;
  /** The path with the version, without the query, which may contain secrets: `/v1.44/containers/create`. */
  readonly path: string;
  /** The API version: `1.44`. */
  readonly version: string;
}

/** The engine responded with an error. There are subclasses for some statuses; all others have this class. */
export class EngineError extends LadingClientError implements FailedCall {
  readonly status: number;
  /** The engine's message, without control characters, cut after 2,000 characters. */
  readonly reason: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly version: string;

  constructor(code: string, status: number, reason: string, call: FailedCall, options?: { readonly cause?: unknown }) {
    const printable = printableText(reason);
    super(code, `${printable} (${call.operation}: ${status} to ${call.method} ${call.path})`, options);
    this.status = status;
    this.reason = printable;
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

/** 403: not possible in the engine's current state, or on a node of its kind. */
export class Forbidden extends EngineError {
  declare readonly status: 403;
}

/** 404: the resource does not exist. */
export class NotFound extends EngineError {
  declare readonly status: 404;
}

/** 406: the swarm does not accept it. */
export class NotAcceptable extends EngineError {
  declare readonly status: 406;
}

/** 409: conflicts with the state of the resource, or the name is in use. */
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

/** 503: the node is not part of a swarm, or is currently unavailable. */
export class Unavailable extends EngineError {
  declare readonly status: 503;
}

/** A failure that a stream with a success status reports: a failed build, an aborted pull. */
export class StreamError extends EngineError {
  /** The code that the engine sent with the failure, such as the exit code of a build's command. */
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

/** Returns the error for a status. */
export function engineError(status: number, reason: string, call: FailedCall): EngineError {
  const [code, kind] = byStatus.get(status) ?? ['ENGINE_ERROR', EngineError];
  return new kind(code, status, reason, call);
}
