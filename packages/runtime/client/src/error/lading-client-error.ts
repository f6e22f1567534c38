/** The errors that are not error responses of an engine; each has a code and one sentence as message. */

/** The base class of all errors of the client. */
export abstract class LadingClientError extends Error {
  /** A stable code for programs: `NOT_FOUND`, `ECONNREFUSED`, `PATH_INJECTION`. */
  readonly code: string;

  constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** The input is invalid or unsafe; nothing was sent. */
export class InputError extends LadingClientError {}

/** The received bytes are not valid HTTP, JSON or frames: a truncated response, HTML instead of JSON. */
export class ProtocolError extends LadingClientError {}

/** The connection to the engine failed. */
export class ConnectionError extends LadingClientError {
  /** The address of the engine, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;

  constructor(code: string, message: string, address: string, options?: { readonly cause?: unknown }) {
    super(code, message, options);
    this.address = address;
  }
}

/** The engine does not serve the version of the client. */
export class VersionError extends LadingClientError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('VERSION', message, options);
  }
}

/** A credential helper, or the file that names it, could not be used. */
export class CredentialError extends LadingClientError {}
