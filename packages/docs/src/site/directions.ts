/** Determines whether requests, responses or both use a schema. The meaning of "required" depends on it. */
import type { ContentEntry, Page, TypeText } from '../gen/page.js';

export interface Directions {
  readonly requests: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

/** Returns the paths of the schemas that requests and responses use, directly or indirectly. */
export function directionsOf(pages: ReadonlyMap<string, Page>): Directions {
  const requests = new Set<string>();
  const responses = new Set<string>();
  for (const page of pages.values()) {
    if (page.kind !== 'group') continue;
    for (const { parameters, body, responses: operationResponses } of page.operations) {
      for (const link of [...parameters.flatMap(({ type }) => linksOf(type)), ...contentLinks(body?.content ?? [])]) {
        addReachable(link, pages, requests);
      }
      for (const { content, headers } of operationResponses) {
        for (const link of [...headers.flatMap(({ type }) => linksOf(type)), ...contentLinks(content)]) {
          addReachable(link, pages, responses);
        }
      }
    }
  }
  return { requests, responses };
}

function contentLinks(content: readonly ContentEntry[]): string[] {
  return content.flatMap(({ type }) => linksOf(type));
}

function linksOf(type: TypeText): string[] {
  return type.flatMap((part) => (typeof part === 'string' ? [] : [part.link]));
}

function addReachable(link: string, pages: ReadonlyMap<string, Page>, into: Set<string>): void {
  const links = [link];
  // Not by recursion, since schemas may form chains of any length.
  for (let next = links.pop(); next !== undefined; next = links.pop()) {
    const page = pages.get(next);
    if (page?.kind !== 'schema' || into.has(next)) continue;
    into.add(next);
    for (const used of page.uses) links.push(used.link);
  }
}
