/** The errors of connections to an engine, which are not its error responses. */
import { LadingClientError } from '@lading/runtime-wire';

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
