/** Everything in a document that rules look at, found in one walk: operations, schemas, references, named shapes. */
import { at, get, isArray, isObject, segmentsOf, type Dialect, type Document, type Json } from '../document/index.js';
import { Walk } from './walk.js';
import type { OperationSite, ReferenceSite, SchemaSite, Site } from './site.js';

export interface Inventory {
  readonly dialect: Dialect;
  readonly operations: readonly OperationSite[];
  /** Every schema, those inside others too; of Swagger 2.0 also the parameters and headers that are their own schema. */
  readonly schemas: readonly SchemaSite[];
  readonly references: readonly ReferenceSite[];
  /** The schemas that the document names, by their names. */
  readonly namedSchemas: ReadonlyMap<string, Site>;
  /** What a site's `$ref` leads to, followed to its end; the site itself without one, `undefined` where it leads nowhere. */
  readonly follow: (site: Site) => Site | undefined;
}

export function inventoryOf(document: Document): Inventory {
  const follow = follower(document.root);
  const walk = new Walk(document.dialect === 'swagger-2.0', follow);
  walk.document(document.root);
  const { operations, schemas, references, namedSchemas } = walk;
  return { dialect: document.dialect, operations, schemas, references, namedSchemas, follow };
}

function follower(root: Json): Inventory['follow'] {
  const ends = new Map<string, Site | undefined>();
  const endOf = (site: Site, seen: Set<string>): Site | undefined => {
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
    // Every reference on the way leads there too: a long chain is walked once.
    for (const reference of seen) ends.set(reference, end);
    return end;
  };
}

/** The texts of a list, in which anything else does not count. */
export function textsOf(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
