/** OpenAPI documents as read: one tree, whose references all resolve inside of it. */
import type { JsonObject } from './json.js';

/** The specifications that a document may follow. */
export type Dialect = 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1' | 'openapi-3.2';

/** An OpenAPI or Swagger document. */
export interface Document {
  /** The name in errors: the path of its first file as the user gave it. */
  readonly name: string;
  /** The version of the API it describes: `1.44`. */
  readonly version: string;
  readonly dialect: Dialect;
  /** The whole content, files bundled into one; every `$ref` starts with `#/`. */
  readonly root: JsonObject;
}
