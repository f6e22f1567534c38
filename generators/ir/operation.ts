/** Operations: their parameters, bodies and responses. */
import type { Notes } from './notes.js';
import type { Field } from './schema.js';
import type { Type } from './type.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

export interface Operation extends Notes {
  /** The identifier, a noun and a verb: `PetPutPhoto`. */
  readonly id: string;
  /** The identifier in the document: `PutPetPhoto`. */
  readonly documentId: string;
  /** `pet` */
  readonly noun: string;
  /** `putArchive` */
  readonly verb: string;
  readonly method: Method;
  /** The path template without the version: `/pets/{id}/photo`. */
  readonly path: string;
  readonly group: string;
  readonly summary?: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Body;
  readonly responses: readonly Response[];
}

export interface Parameter extends Notes {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly type: Type;
  readonly encoding: Encoding;
  /** Whether the values of a path parameter may contain slashes, which are not encoded. */
  readonly slashes?: true;
  readonly default?: unknown;
}

/** The serialization of a value: `plain` as a string, `repeated` once per item, `joined` by commas, `json` as JSON, `base64url-json` as JSON in base64url. */
export type Encoding = 'plain' | 'repeated' | 'joined' | 'json' | 'base64url-json';

export interface Body extends Notes {
  readonly required: boolean;
  readonly content: readonly Content[];
}

export interface Response extends Notes {
  /** The status: `200`, or `default` for any other status. */
  readonly status: string;
  readonly headers: readonly Field[];
  readonly content: readonly Content[];
  /** The protocol of the connection after `101`. */
  readonly stream?: Stream;
}

export interface Content extends Pick<Notes, 'since' | 'until' | 'example'> {
  readonly mediaType: string;
  readonly type: Type;
  /** The stream, if the bytes are not a single JSON value. The type is then that of one item. */
  readonly stream?: Stream;
}

/**
 * The stream of a body: `json-lines` is one JSON value after another, `raw` plain bytes, `multiplexed` frames of stdout and
 * stderr, `tar` an archive, `upgrade` a duplex stream of raw or multiplexed bytes; `websocket` and `http2` are protocols.
 */
export interface Stream {
  readonly kind: StreamKind;
}

export const streamKinds = ['json-lines', 'raw', 'multiplexed', 'tar', 'upgrade', 'websocket', 'http2'] as const;
export type StreamKind = (typeof streamKinds)[number];
