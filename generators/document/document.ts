/** An OpenAPI document as read: one tree, all references inside it. */
import type { JsonObject } from './json.js';

/** The specifications a document may follow. */
export type Dialect = 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1';

export interface Document {
  /** What errors call it: the path of its first file as the user gave it. */
  readonly name: string;
  /** The version of the API it describes: `1.44`. */
  readonly version: string;
  readonly dialect: Dialect;
  /** The whole content, files bundled into one; every `$ref` starts with `#/`. */
  readonly root: JsonObject;
}
