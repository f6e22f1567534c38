/** The contract of one version as data: what generated code declares, and all that a server knows of it. */
import type { Encoding } from '@lading/runtime-wire';
import type { Shape, ShapeRule } from '../shape/index.js';

export interface Contract {
  /** `1.44` */
  readonly version: string;
  /** The product's name where it stands in headers and media types: `Docker` unless given. */
  readonly vendor?: string;
  /** By id. */
  readonly operations: Readonly<Record<string, Operation>>;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

export interface Operation {
  /** `ContainerCreate` */
  readonly id: string;
  /** It is answered by `handlers[noun][verb]`. */
  readonly noun: string;
  readonly verb: string;
  readonly method: Method;
  /** `/containers/{id}/json`, without the version. */
  readonly path: string;
  /** The parameter of the path may hold slashes: references to images and plugins. */
  readonly slashes?: true;
  readonly parameters?: Parameters;
  readonly body?: Body;
  /** Between path, query and body: fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly ShapeRule[];
  /** Successes by status, 101 and 304 too. */
  readonly answers: Readonly<Record<number, Answer>>;
}

export interface Parameters {
  readonly path?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
}

export interface Parameter {
  readonly encoding: Encoding;
  readonly shape: Shape;
  readonly required?: true;
}

export type Body = JsonBody | BytesBody;

export interface JsonBody {
  readonly kind: 'json';
  readonly shape: Shape;
  readonly required?: true;
}

export interface BytesBody {
  readonly kind: 'bytes';
  readonly mediaTypes: readonly string[];
  readonly required?: true;
}

export type AnswerKind =
  /** One JSON value. */
  | 'json'
  /** JSON values that flow. */
  | 'json-lines'
  /** JSON values that flow, a failure among them told as one of them. */
  | 'progress'
  | 'text'
  | 'nothing'
  /** Output of a process: frames, or the raw bytes of a terminal. */
  | 'output'
  | 'tar'
  | 'bytes'
  /** The connection changes hands. */
  | 'upgrade'
  | 'websocket'
  | 'http2';

export interface Answer {
  readonly kind: AnswerKind;
  /** Of the value; of one item where values flow. */
  readonly shape?: Shape;
  /** Of `output` and `upgrade` that of raw bytes. */
  readonly mediaType?: string;
  /** Of `output` and `upgrade` that of frames, at versions that tell the two apart. */
  readonly framesType?: string;
  readonly headers?: Readonly<Record<string, Parameter>>;
}
