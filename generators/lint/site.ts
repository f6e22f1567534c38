/** An object of a document and its location. */
import type { JsonObject } from '../document/index.js';

export interface DocumentSite {
  readonly path: readonly string[];
  readonly value: JsonObject;
}

export interface OperationSite extends DocumentSite {
  /** The method and the path: `GET /info`. */
  readonly label: string;
  /** The path template: `/pets/{id}`. */
  readonly route: string;
  /** Its own parameters and those of its path, with references resolved; broken references are left out. */
  readonly parameters: readonly DocumentSite[];
}

export interface SchemaSite extends DocumentSite {
  /** The named schema or the operation that contains it: `Pet`, `GET /info`. */
  readonly owner: string;
  /** A parameter or header of Swagger 2.0 is also a schema. */
  readonly kind: 'schema' | 'parameter' | 'header';
}

export interface ReferenceSite extends DocumentSite {
  readonly reference: string;
  /** The schema or operation that contains it. */
  readonly owner: string;
  readonly ofSchema: boolean;
}
