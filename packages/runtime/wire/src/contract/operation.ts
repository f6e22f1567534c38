/** Operations as data: how their requests are sent. */
import type { Encodings } from '../encoding.js';
import type { SecurityRequirement } from './security.js';

/** A method of HTTP, in the case in which it is sent. */
export type Method =
  'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE' | 'QUERY' | (string & {});

/** The places of parameters in a request; a parameter in the `querystring` is the whole query. */
export type ParameterPlace = 'path' | 'query' | 'headers' | 'cookies' | 'querystring';

export interface Operation {
  /** The operation identifier, for example `ContainerCreate`. */
  readonly id: string;
  readonly method: Method;
  /** The path without the version, for example `/containers/{id}/json`. Its parameters have the encoding `plain`, unless `pathEncodings` names another. */
  readonly path: string;
  /** Whether the value of the path parameter may contain slashes, as names of images and plugins do. */
  readonly slashes?: true;
  /** The encodings of the parameters in the query, by name. */
  readonly query?: Encodings;
  /** The encodings of the headers, by name. */
  readonly headers?: Encodings;
  readonly pathEncodings?: Encodings;
  /** The encodings of the cookies, by name. */
  readonly cookies?: Encodings;
  /** The encoding of the parameter that is the whole query, by its name. */
  readonly querystring?: Encodings;
  /** The alternatives of authentication; without them, none is required. */
  readonly security?: readonly SecurityRequirement[];
  /** The servers, if they are not those of the API. */
  readonly servers?: readonly Server[];
  /** The accepted media types of the body. Clients send the first one. */
  readonly body?: readonly string[];
}

/** The servers of an API. */
export interface Server {
  /** A template with variables: `https://{region}.example.com/v1`; without scheme and host it is relative. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

export interface ServerVariable {
  readonly default: string;
  /** The allowed values; absent if any value is allowed. */
  readonly values?: readonly string[];
}
