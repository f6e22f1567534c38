/**
 * The schemas of an operation: those of its parameters, its body and its responses, with its rules and response kinds.
 */
import type { Encoding } from '../encoding.js';
import type { Schema, SchemaRule } from '../schema/index.js';
import type { ParameterPlace } from './operation.js';

export interface OperationSchemas {
  /** The schemas of the parameters by their place and name. */
  readonly parameters?: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, Schema>>>>>;
  /** The names of the parameters in the query and in headers that must be sent. Those in the path always are. */
  readonly required?: Readonly<Partial<Record<'query' | 'headers', readonly string[]>>>;
  readonly body?: Body;
  /** Rules between path, query and body. Their fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly SchemaRule[];
  /** The success responses by status, including 101 and 304. */
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** The schemas of error responses, by status. */
  readonly errors?: Readonly<Record<string, Schema>>;
}

/** A body of one JSON value has a schema; other bodies are bytes. */
export interface Body {
  readonly schema?: Schema;
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

export interface ResponseContract {
  readonly kind: ResponseKind;
  /** The schema of the JSON value; of one item if the response is a stream of values. */
  readonly schema?: Schema;
  /** The media type; of raw bytes if `kind` is `output` or `upgrade`. */
  readonly mediaType?: string;
  /**
   * The media type of frames, if `kind` is `output` or `upgrade` and the version distinguishes frames from raw bytes.
   */
  readonly framesType?: string;
  readonly headers?: Readonly<Record<string, ParameterContract>>;
}

/** A parameter, or a header of a response. */
export interface ParameterContract {
  readonly encoding: Encoding;
  readonly schema: Schema;
  readonly required?: true;
}
