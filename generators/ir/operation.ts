/** What can be asked of an engine, and what it answers. */
import type { Notes } from './notes.js';
import type { Field } from './schema.js';
import type { Type } from './type.js';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'TRACE';

export interface Operation extends Notes {
  /** NounVerb, regular: `PetPutPhoto`. */
  readonly id: string;
  /** The identifier in the document: `PutPetPhoto`. */
  readonly documentId: string;
  /** `pet` */
  readonly noun: string;
  /** `putArchive` */
  readonly verb: string;
  readonly method: Method;
  /** A template without the version: `/pets/{id}/photo`. */
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
  /** Of a parameter in the path: its values may hold slashes, which are not encoded. */
  readonly slashes?: true;
  readonly default?: unknown;
}

/** `plain` as text, `repeated` once per entry, `joined` with commas, `json` as JSON text, `base64url-json` as that in base64url. */
export type Encoding = 'plain' | 'repeated' | 'joined' | 'json' | 'base64url-json';

export interface Body extends Notes {
  readonly required: boolean;
  readonly content: readonly Content[];
}

export interface Response extends Notes {
  /** `200`, or `default` for all others. */
  readonly status: string;
  readonly headers: readonly Field[];
  readonly content: readonly Content[];
  /** After `101`: what the connection becomes. */
  readonly stream?: Stream;
}

export interface Content extends Pick<Notes, 'since' | 'until' | 'example'> {
  readonly mediaType: string;
  readonly type: Type;
  /** Said where the bytes are not one JSON value. The type is then that of one item. */
  readonly stream?: Stream;
}

/**
 * How bytes flow: `json-lines` one JSON value after another, `raw` bytes as they come, `multiplexed` frames of stdout
 * and stderr, `tar` an archive, `upgrade` a duplex of raw or multiplexed bytes, `websocket`, `http2`.
 */
export interface Stream {
  readonly kind: StreamKind;
}

export const streamKinds = ['json-lines', 'raw', 'multiplexed', 'tar', 'upgrade', 'websocket', 'http2'] as const;
export type StreamKind = (typeof streamKinds)[number];
