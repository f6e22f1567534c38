/**
 * The schemas of an operation: those of its parameters, its body and its responses, with its rules and response kinds.
 */
import type { Encoding } from '../encoding.js';
import type { Schema, SchemaRule } from '../schema/index.js';
import type { ParameterPlace } from './operation.js';

/** The key of several responses: of all statuses that begin with a digit, or of all that no other key covers. */
export type StatusRange = '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';

export interface OperationSchemas {
  /** The schemas of the parameters by their place and name. */
  readonly parameters?: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, Schema>>>>>;
  /** The names of the parameters that must be sent. Those in the path always are. */
  readonly required?: Readonly<Partial<Record<Exclude<ParameterPlace, 'path'>, readonly string[]>>>;
  readonly body?: Body;
  /** Rules between path, query and body. Their fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly SchemaRule[];
  /** The success responses by status, including 101 and 304, or range of statuses. */
  readonly responses: ResponsesByStatus;
  /** The schemas of error responses, by status: `404`, `4XX` or `default`. */
  readonly errors?: Readonly<Record<string, Schema>>;
}

export type ResponsesByStatus = Readonly<
  Record<number, ResponseContract> & Partial<Record<StatusRange, ResponseContract>>
>;

/** A body of one JSON value has a schema; other bodies are bytes. */
export interface Body {
  readonly schema?: Schema;
  readonly required?: true;
  /** The content by media type, if it is not one JSON value or bytes. */
  readonly content?: ContentByMediaType;
}

export type ContentByMediaType = Readonly<Record<string, ContentContract>>;

/** The content of one media type. */
export interface ContentContract {
  /** The schema of the value, of one item of a stream, or of the fields of a form. Without a schema, the content is bytes. */
  readonly schema?: Schema;
  /** Whether the value is the text itself, and its schema that of what the text says unless it is a string: XML, CSV. */
  readonly text?: true;
  readonly stream?: 'json-lines' | 'event-stream' | 'items';
  /** Of an `event-stream`: whether the schema is that of the whole event, and not of its data only. */
  readonly wholeEvents?: true;
  /** The parts of a form whose serialization is not the default, by the name of the field. */
  readonly parts?: Readonly<Record<string, PartContract>>;
}

/** A part of a form. By default, a scalar is `plain` and an array `repeated`. */
export interface PartContract {
  /** The media types that the document states. */
  readonly mediaTypes?: readonly string[];
  /** Whether the value is the text itself, though its media type is JSON. */
  readonly text?: true;
  readonly encoding?: Encoding;
  readonly headers?: Readonly<Record<string, ParameterContract>>;
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
  /** The content by media type, if there are several that differ, or one that `kind` does not describe. */
  readonly content?: ContentByMediaType;
}

/** A parameter, or a header of a response. */
export interface ParameterContract {
  readonly encoding: Encoding;
  readonly schema: Schema;
  readonly required?: true;
}
