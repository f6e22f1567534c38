/** Operations: their parameters, bodies and responses. */
import type { Encoding } from './encoding.js';
import type { Notes } from './notes.js';
import type { Field } from './schema.js';
import type { Pagination } from './pagination.js';
import type { SecurityRequirement } from './security.js';
import type { Server } from './server.js';
import type { Type } from './type.js';

/** The methods with a keyword in OpenAPI. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'QUERY'] as const;
export type Method = (typeof methods)[number];

export interface Operation extends Notes {
  /** The identifier, unique in the API: `PutPetPhoto`. */
  readonly id: string;
  /** The operationId in the document, if it has one: `putPetPhoto`. Two operations of a document may have the same one. */
  readonly documentId?: string;
  /** The group in clients and servers: `pet`. */
  readonly noun: string;
  /** The method in the group: `putPhoto`. */
  readonly verb: string;
  /** One of {@link methods}, or another method of HTTP. */
  readonly method: Method | (string & {});
  /** The path template without the version: `/pets/{id}/photo`. */
  readonly path: string;
  readonly group: string;
  /** The tags in the document; the first one is the group. */
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
  /** The alternatives of authentication; absent if the document requires none. */
  readonly security?: readonly SecurityRequirement[];
  /** The servers, if they are not those of the API. */
  readonly servers?: readonly Server[];
  /** How the pages of the result follow each other. */
  readonly pagination?: Pagination;
  /** The requests that servers send to clients because of this operation. */
  readonly callbacks?: readonly Callback[];
}

/** A request to an address that a message of the operation contains. */
export interface Callback {
  readonly name: string;
  /** The path is a runtime expression: `{$request.body#/url}`. */
  readonly operation: Operation;
}

export interface Parameter extends Notes {
  /** The name; of a parameter in the `querystring`, which is the whole query, it is only a label. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'querystring';
  readonly required: boolean;
  readonly type: Type;
  readonly encoding: Encoding;
  /** Whether the values of a path parameter may contain slashes, which are not encoded. */
  readonly slashes?: true;
  /** Whether the parameter may be sent without a value: `?verbose`. */
  readonly allowEmptyValue?: true;
  readonly default?: unknown;
}

export interface Body extends Notes {
  readonly required: boolean;
  readonly content: readonly Content[];
}

export interface Response extends Notes {
  /** The status: `200`, or `default` for any other status. */
  readonly status: string;
  readonly summary?: string;
  readonly headers: readonly Header[];
  readonly content: readonly Content[];
  /** The protocol of the connection after `101`. */
  readonly stream?: Stream;
  readonly links?: readonly ResponseLink[];
}

export interface Header extends Field {
  readonly encoding: Encoding;
}

/** An operation that can follow a response, with the values of the response that it takes. */
export interface ResponseLink extends Pick<Notes, 'description' | 'extensions'> {
  readonly name: string;
  /** The id of the operation in the document, or a URI of it. */
  readonly operation: string;
  /** The values of its parameters: runtime expressions (`$response.body#/id`), or constants. */
  readonly parameters: readonly { readonly name: string; readonly value: unknown }[];
  readonly body?: unknown;
}

export interface Content extends Pick<Notes, 'since' | 'until' | 'example' | 'examples' | 'extensions'> {
  readonly mediaType: string;
  readonly type: Type;
  /** The stream, if the bytes are not a single JSON value. The type is then that of one item. */
  readonly stream?: Stream;
  /** The parts of a form whose serialization is not the default. */
  readonly parts?: readonly BodyPart[];
}

/** A part of a form or of a multipart body. */
export interface BodyPart extends Pick<Notes, 'extensions'> {
  /** The name of the property. */
  readonly name: string;
  /** The media types, if they do not follow from the type of the property. */
  readonly mediaTypes?: readonly string[];
  /** Whether the part of a JSON media type is the string itself, which contains JSON, and not a JSON string. */
  readonly isText?: true;
  /** The serialization, if it is not `plain` for a scalar, `repeated` for an array, and an object by its properties. */
  readonly encoding?: Encoding;
  /** The headers of the part. */
  readonly headers?: readonly Header[];
}

/**
 * The stream of a body: `json-lines` is one JSON value after another, `event-stream` server-sent events, `raw` plain bytes,
 * `multiplexed` frames of stdout and stderr, `tar` an archive, `upgrade` a duplex stream of raw or multiplexed bytes;
 * `items` is a stream of items in the format of the media type; `websocket` and `http2` are protocols.
 */
export interface Stream {
  readonly kind: StreamKind;
  /** Of an `event-stream`: whether the type is that of the whole event, and not of its data only. */
  readonly wholeEvents?: true;
}

export const streamKinds = [
  'json-lines',
  'event-stream',
  'items',
  'raw',
  'multiplexed',
  'tar',
  'upgrade',
  'websocket',
  'http2',
] as const;
export type StreamKind = (typeof streamKinds)[number];
