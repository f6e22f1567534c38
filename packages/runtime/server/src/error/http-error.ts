/** The errors that handlers throw, with a class for each error status of the contract. */

export interface HttpErrorOptions {
  readonly cause?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error that is sent as its status, with its message. */
export class HttpError extends Error {
  readonly status: number;
  /** Headers of the response, such as `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, options?: HttpErrorOptions) {
    super(message, options);
    this.status = status;
    this.headers = options?.headers;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** 400: a parameter or the body cannot be accepted. */
export class BadRequest extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(400, message, options);
  }
}

/** 401: credentials are missing or wrong. */
export class Unauthorized extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(401, message, options);
  }
}

/** 403: not possible in the engine's current state, or for its kind of node. */
export class Forbidden extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(403, message, options);
  }
}

/** 404: the object does not exist. */
export class NotFound extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(404, message, options);
  }
}

/** 406: the swarm does not accept the request. */
export class NotAcceptable extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(406, message, options);
  }
}

/** 409: in conflict with the state of the object, or its name is in use. */
export class Conflict extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(409, message, options);
  }
}

/** 500: the engine failed. Unlike the message of other internal errors, this message is sent to the client. */
export class ServerError extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(500, message, options);
  }
}

/** 501: the engine cannot do this. */
export class NotImplemented extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(501, message, options);
  }
}

/** 503: the node is not part of a swarm, or temporarily unavailable. */
export class Unavailable extends HttpError {
  constructor(message: string, options?: HttpErrorOptions) {
    super(503, message, options);
  }
}
