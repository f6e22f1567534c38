/** Finds where readers see a property of a request: on the page of the operation that takes it, inside its body. */
import type { TypeText } from '../gen/page.js';
import type { FieldTree } from '../render/field-tree.js';
import { fieldTreeOf, rootsOf } from '../render/operation-context.js';
import { anchorTail, nestedSchemas } from '../site/nested-schemas.js';
import type { SiteVersion } from '../site/site-version.js';

export interface RequestPlace {
  /** The path of the operation's page. */
  readonly path: string;
  readonly anchor: string;
}

interface Level {
  readonly type: TypeText;
  readonly path: string;
  readonly prefix: string;
}

/** Returns the place nearest to the top of a body, by the anchor of the property on the page of its schema. */
export function requestPlaces(version: SiteVersion): ReadonlyMap<string, RequestPlace> {
  const { pages } = version;
  const places = new Map<string, RequestPlace>();
  const trees = new Map<string, FieldTree>();
  /** Whether the page of an operation has room for a property. */
  const isShown = (path: string, anchor: string): boolean => {
    const page = pages.get(path);
    if (page?.kind !== 'operation') return false;
    const tree = trees.get(path) ?? fieldTreeOf(page.operation, rootsOf(page.operation), version);
    trees.set(path, tree);
    return tree.has(anchor);
  };
  const seen = new Set<string>();
  let level: Level[] = [...pages.values()].flatMap((page) => {
    if (page.kind !== 'operation' || page.operation.body === undefined) return [];
    const { anchor, content } = page.operation.body;
    return content.slice(0, 1).map(({ type }) => ({ type, path: page.path, prefix: anchor }));
  });
  while (level.length > 0) {
    const next: Level[] = [];
    for (const { type, path, prefix } of level) {
      for (const { page, fields } of nestedSchemas(type, pages)) {
        if (seen.has(page.path)) continue;
        seen.add(page.path);
        for (const field of fields) {
          const anchor = `${prefix}.${anchorTail(field.anchor)}`;
          if (!places.has(field.anchor) && isShown(path, anchor)) places.set(field.anchor, { path, anchor });
          if (!field.enum) next.push({ type: field.type, path, prefix: anchor });
        }
      }
    }
    level = next;
  }
  return places;
}
