/** The security schemes of an API, and which of them an operation requires. */

/** The security schemes by name. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

export type SecurityScheme =
  /** A key in a parameter, a header or a cookie of this name. */
  | { readonly kind: 'api-key'; readonly in: 'query' | 'header' | 'cookie'; readonly parameter: string }
  /** A scheme of the `Authorization` header, in lower case: `basic`, `bearer`. */
  | { readonly kind: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly kind: 'mutual-tls' }
  | { readonly kind: 'oauth2'; readonly flows: readonly OAuth2Flow[]; readonly metadataUrl?: string }
  | { readonly kind: 'open-id-connect'; readonly url: string };

export interface OAuth2Flow {
  readonly kind: 'implicit' | 'password' | 'client-credentials' | 'authorization-code' | 'device-authorization';
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: readonly string[];
}

/** One alternative: the required schemes by name, with their scopes. Without schemes, anonymous requests are allowed. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;
