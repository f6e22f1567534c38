/** Security: the schemes with which clients authenticate, and which of them an operation requires. */
import type { Notes } from './notes.js';

export type SecurityScheme = ApiKeyScheme | HttpScheme | MutualTlsScheme | OAuth2Scheme | OpenIdConnectScheme;

interface NamedScheme extends Pick<Notes, 'description' | 'deprecated' | 'extensions'> {
  /** The name by which requirements refer to it: `petKey`. */
  readonly name: string;
}

export interface ApiKeyScheme extends NamedScheme {
  readonly kind: 'api-key';
  readonly in: 'query' | 'header' | 'cookie';
  /** The name of the parameter, header or cookie. */
  readonly parameter: string;
}

export interface HttpScheme extends NamedScheme {
  readonly kind: 'http';
  /** The scheme of the `Authorization` header, in lower case: `basic`, `bearer`. */
  readonly scheme: string;
  /** The format of a bearer token: `JWT`. */
  readonly bearerFormat?: string;
}

export interface MutualTlsScheme extends NamedScheme {
  readonly kind: 'mutual-tls';
}

export interface OAuth2Scheme extends NamedScheme {
  readonly kind: 'oauth2';
  readonly flows: readonly OAuth2Flow[];
  /** The URL of the authorization server's metadata. */
  readonly metadataUrl?: string;
}

export interface OpenIdConnectScheme extends NamedScheme {
  readonly kind: 'open-id-connect';
  /** The URL of the provider's configuration. */
  readonly url: string;
}

export const oauth2FlowKinds = [
  'implicit',
  'password',
  'client-credentials',
  'authorization-code',
  'device-authorization',
] as const;
export type OAuth2FlowKind = (typeof oauth2FlowKinds)[number];

export interface OAuth2Flow {
  readonly kind: OAuth2FlowKind;
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: readonly { readonly name: string; readonly description?: string }[];
}

/** One alternative: all of its schemes are required. An alternative without schemes allows anonymous requests. */
export type SecurityRequirement = readonly RequiredScheme[];

export interface RequiredScheme {
  /** The name of a security scheme. */
  readonly scheme: string;
  /** The required scopes; absent if there are none. */
  readonly scopes?: readonly string[];
}
