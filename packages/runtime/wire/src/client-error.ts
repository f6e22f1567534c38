/** The errors that all clients have in common; each has a code and one sentence as message. */

/** The base class of all errors of a client. */
export abstract class LadingClientError extends Error {
  /** A stable code for programs: `HTTP_404`, `TIMEOUT`, `PATH_INJECTION`. */
  readonly code: string;

  constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** The input or an option is invalid or unsafe; nothing was sent. */
export class InputError extends LadingClientError {}

/** The response is not what the API declares: not valid HTTP or JSON, HTML instead of JSON, a status without a declared body. */
export class ProtocolError extends LadingClientError {}

/** The call took longer than its option `timeout`. Code: `TIMEOUT`. */
export class TimeoutError extends LadingClientError {}
