/** An operation as data: how its requests are sent. */
import type { Encoding } from '../encoding.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

/** The places of parameters in a request. */
export type ParameterPlace = 'path' | 'query' | 'headers';

export interface Operation {
  /** `ContainerCreate` */
  readonly id: string;
  readonly method: Method;
  /** `/containers/{id}/json`, without the version. Its parameters are sent as plain text. */
  readonly path: string;
  /** Whether the value of the path's parameter may hold slashes, as references to images and plugins do. */
  readonly slashes?: true;
  /** The encodings of the parameters in the query, by name. */
  readonly query?: Readonly<Record<string, Encoding>>;
  /** The encodings of the headers, by name. */
  readonly headers?: Readonly<Record<string, Encoding>>;
  /** The media types of the body that are accepted, the one to send first. */
  readonly body?: readonly string[];
}
