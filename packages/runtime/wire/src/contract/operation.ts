/** An operation as data: how a request is sent and how a response is read, without the schemas of its values. */
import type { Encoding } from '../encoding.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

/** The places of parameters in a request. */
export type ParameterPlace = 'path' | 'query' | 'headers';

export interface Operation {
  /** `ContainerCreate` */
  readonly id: string;
  /** Clients call it as `engine[noun][verb]`, and servers answer it by `handlers[noun][verb]`. */
  readonly noun: string;
  readonly verb: string;
  readonly method: Method;
  /** `/containers/{id}/json`, without the version. */
  readonly path: string;
  /** Whether the value of the path's parameter may hold slashes, as references to images and plugins do. */
  readonly slashes?: true;
  readonly parameters?: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, Parameter>>>>>;
  readonly body?: Body;
  /** The successes, 101 and 304 among them, by status. */
  readonly responses: Readonly<Record<number, Response>>;
}

/** A parameter, or a header of a response. */
export interface Parameter {
  readonly encoding: Encoding;
  readonly required?: true;
}

export interface Body {
  /** Whether it is one JSON value, or bytes of one of the media types. */
  readonly kind: 'json' | 'bytes';
  /** The media types that are accepted, the one to send first; `application/json` where they are absent. */
  readonly mediaTypes?: readonly string[];
  readonly required?: true;
}

export type ResponseKind =
  /** One JSON value. */
  | 'json'
  /** A stream of JSON values. */
  | 'json-lines'
  /** A stream of JSON values in which a failure is one of the values. */
  | 'progress'
  | 'text'
  | 'nothing'
  /** Output of a process: frames, or the raw bytes of a terminal. */
  | 'output'
  | 'tar'
  | 'bytes'
  /** The connection is hijacked and becomes a stream in both directions. */
  | 'upgrade'
  | 'websocket'
  | 'http2';

export interface Response {
  readonly kind: ResponseKind;
  /** The media type; that of raw bytes, where `kind` is `output` or `upgrade`. */
  readonly mediaType?: string;
  /** The media type of frames, where `kind` is `output` or `upgrade` and the version tells frames from raw bytes. */
  readonly framesType?: string;
  readonly headers?: Readonly<Record<string, Parameter>>;
}
