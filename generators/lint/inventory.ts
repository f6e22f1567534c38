/** All elements of a document that rules check, found in one walk: operations, schemas, references, named schemas. */
import {
  at,
  get,
  isArray,
  isObject,
  segmentsOf,
  type Dialect,
  type Document,
  type Json,
  type JsonObject,
} from '../document/index.js';
import { Walk } from './walk.js';
import type { OperationSite, ReferenceSite, SchemaSite, DocumentSite } from './site.js';

export interface Inventory {
  readonly dialect: Dialect;
  readonly root: JsonObject;
  readonly operations: readonly OperationSite[];
  /** The path items of callbacks. */
  readonly callbackItems: readonly DocumentSite[];
  /** All schemas, including nested ones, and for Swagger 2.0 the parameters and headers that are schemas themselves. */
  readonly schemas: readonly SchemaSite[];
  readonly references: readonly ReferenceSite[];
  /** The media types of all bodies, responses and parameters. */
  readonly media: readonly DocumentSite[];
  /** All parameters, except for references. */
  readonly parameters: readonly DocumentSite[];
  /** All headers, bodies of requests, and responses, except for references. */
  readonly headers: readonly DocumentSite[];
  readonly bodies: readonly DocumentSite[];
  readonly responses: readonly DocumentSite[];
  /** The named schemas of the document, by name. */
  readonly namedSchemas: ReadonlyMap<string, DocumentSite>;
  /**
   * Follows the `$ref` of a site to its end. Returns the site itself if it has none, and undefined for a broken
   * reference.
   */
  readonly follow: (site: DocumentSite) => DocumentSite | undefined;
}

export function inventoryOf(document: Document): Inventory {
  const follow = follower(document.root);
  const walk = new Walk(document.dialect === 'swagger-2.0', follow);
  walk.document(document.root);
  const { dialect, root } = document;
  const { operations, callbackItems, schemas, references, media } = walk;
  const { parameters, headers, bodies, responses, namedSchemas } = walk;
  const found = { operations, callbackItems, schemas, references, media };
  return { dialect, root, ...found, parameters, headers, bodies, responses, namedSchemas, follow };
}

function follower(root: Json): Inventory['follow'] {
  const ends = new Map<string, DocumentSite | undefined>();
  const endOf = (site: DocumentSite, seen: Set<string>): DocumentSite | undefined => {
    let current = site;
    for (;;) {
      const reference = get(current.value, '$ref');
      if (typeof reference !== 'string') return current;
      if (seen.has(reference) || !reference.startsWith('#')) return undefined;
      if (ends.has(reference)) return ends.get(reference);
      seen.add(reference);
      const path = segmentsOf(reference.slice(1));
      const value = at(root, path);
      if (!isObject(value)) return undefined;
      current = { path, value };
    }
  };
  return (site) => {
    const seen = new Set<string>();
    const end = endOf(site, seen);
    // Every reference along the chain has the same end, so a long chain is followed only once.
    for (const reference of seen) ends.set(reference, end);
    return end;
  };
}

/** Returns the strings of an array and ignores all other entries. */
export function textsOf(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
