/** Security schemes: how credentials are added to a request. */
import type { ClientRequest, Transport } from '../request/client-request.js';

/** A name and a password of `basic` authentication. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** What a function is asked credentials for. */
export interface CredentialRequest {
  /** The operation ID. */
  readonly operation: string;
  /** The scopes that the operation requires. */
  readonly scopes: readonly string[];
}

/** A credential, or a function that returns it for each request; undefined means that there is none. */
export type Credential<Value> =
  Value | ((request: CredentialRequest) => Value | undefined | Promise<Value | undefined>);

/** Credentials by the name of their scheme. */
export type Credentials = Readonly<Record<string, Credential<string> | Credential<BasicCredential> | undefined>>;

export interface SecurityScheme {
  readonly name: string;
  /**
   * Adds a credential to a request; a scheme of the transport, as mutual TLS, adds none. `authorizations` has the values of the
   * header `Authorization` that other schemes of the same requirement have added.
   */
  readonly apply?: (request: ClientRequest, credential: never, authorizations: string[]) => void;
  /** Returns a transport that keeps the credential from other origins, if `fetch` would send it there after a redirect. */
  readonly guard?: (transport: Transport) => Transport;
}
