/** Operations as data: how their requests are sent. */
import type { Encoding } from '../encoding.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

/** The places of parameters in a request. */
export type ParameterPlace = 'path' | 'query' | 'headers';

export interface Operation {
  /** The operation identifier, for example `ContainerCreate`. */
  readonly id: string;
  readonly method: Method;
  /** The path without the version, for example `/containers/{id}/json`. Its parameters have the encoding `plain`. */
  readonly path: string;
  /** Whether the value of the path parameter may contain slashes, as names of images and plugins do. */
  readonly slashes?: true;
  /** The encodings of the parameters in the query, by name. */
  readonly query?: Readonly<Record<string, Encoding>>;
  /** The encodings of the headers, by name. */
  readonly headers?: Readonly<Record<string, Encoding>>;
  /** The accepted media types of the body. Clients send the first one. */
  readonly body?: readonly string[];
}
