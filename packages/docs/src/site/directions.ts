/** Whether a schema goes to the engine, comes from it, or both: what "required" means depends on it. */
import type { ContentEntry, Page, TypeText } from '../gen/page.js';

export interface Directions {
  readonly requests: ReadonlySet<string>;
  readonly responses: ReadonlySet<string>;
}

/** The paths of the schemas that requests and answers are made of. */
export function directionsOf(pages: ReadonlyMap<string, Page>): Directions {
  const requests = new Set<string>();
  const responses = new Set<string>();
  for (const page of pages.values()) {
    if (page.kind !== 'group') continue;
    for (const { parameters, body, responses: given } of page.operations) {
      for (const link of [...parameters.flatMap(({ type }) => linksOf(type)), ...contentLinks(body?.content ?? [])]) {
        reach(link, pages, requests);
      }
      for (const { content, headers } of given) {
        for (const link of [...headers.flatMap(({ type }) => linksOf(type)), ...contentLinks(content)]) {
          reach(link, pages, responses);
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

function reach(link: string, pages: ReadonlyMap<string, Page>, into: Set<string>): void {
  const page = pages.get(link);
  if (page?.kind !== 'schema' || into.has(link)) return;
  into.add(link);
  for (const { link: next } of page.uses) reach(next, pages, into);
}
