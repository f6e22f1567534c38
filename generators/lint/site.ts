/** An object of a document and where it stands. */
import type { JsonObject } from '../document/index.js';

export interface Site {
  readonly path: readonly string[];
  readonly value: JsonObject;
}

export interface OperationSite extends Site {
  /** `GET /info` */
  readonly label: string;
  /** `/pets/{id}` */
  readonly route: string;
  /** Its own parameters and those of its path, references followed; what leads nowhere is left out. */
  readonly parameters: readonly Site[];
}

export interface SchemaSite extends Site {
  /** The named shape or the operation that it is a part of: `Pet`, `GET /info`. */
  readonly owner: string;
  /** `parameter` and `header` of Swagger 2.0 are schemas and more. */
  readonly kind: 'schema' | 'parameter' | 'header';
}

export interface ReferenceSite extends Site {
  readonly reference: string;
  /** The shape or operation that it is a part of. */
  readonly owner: string;
  readonly ofSchema: boolean;
}
