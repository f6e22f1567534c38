/** The errors of the client that no engine sent: each has a code and one sentence. */

/** What every error of the client is. */
export abstract class LadingClientError extends Error {
  /** Stable, for programs: `NOT_FOUND`, `ECONNREFUSED`, `PATH_INJECTION`. */
  readonly code: string;

  constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** Something that would be dangerous to send, or makes no sense; nothing was sent. */
export class InputError extends LadingClientError {}

/** Bytes that HTTP, JSON or the frames do not allow: a cut answer, HTML where JSON belongs. */
export class ProtocolError extends LadingClientError {}

/** No connection to the engine. */
export class ConnectionError extends LadingClientError {
  /** Where it was looked for, without secrets: `unix:///var/run/docker.sock`. */
  readonly address: string;

  constructor(code: string, message: string, address: string, options?: { readonly cause?: unknown }) {
    super(code, message, options);
    this.address = address;
  }
}

/** The engine does not serve the version that the client speaks. */
export class VersionError extends LadingClientError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('VERSION', message, options);
  }
}

/** A credential helper, or the file that names it, could not be used. */
export class CredentialError extends LadingClientError {}
