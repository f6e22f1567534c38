/** What the links of a page lead to, and which words of code name a place. */
import { hrefOf, upFrom } from '../site/links.js';
import type { SiteVersion } from '../site/site-version.js';
import type { Surroundings } from './markdown.js';

export function surroundings(path: string, version: SiteVersion): Surroundings {
  const places = placesOf(version);
  return {
    hrefOf: (link) =>
      /^https?:\/\//i.test(link) ? link : hrefOf(link.replace(/\.(html|md)(?=#|$)/, ''), path, version),
    placeOf: (word) => {
      const place = places.get(word);
      if (place === undefined || place === path || place.startsWith(`${path}#`)) return undefined;
      return hrefOf(place, path, version) ?? `${upFrom(path)}index.html`;
    },
  };
}

const memory = new WeakMap<SiteVersion, ReadonlyMap<string, string>>();

/** Names of operations, schemas and fields. */
function placesOf(version: SiteVersion): ReadonlyMap<string, string> {
  const known = memory.get(version);
  if (known !== undefined) return known;
  const places = new Map<string, string>();
  for (const page of version.pages.values()) {
    if (page.kind === 'schema') {
      places.set(page.name, page.path);
      for (const { anchor } of page.fields) places.set(anchor, `${page.path}#${anchor}`);
    }
    if (page.kind === 'group') for (const { anchor } of page.operations) places.set(anchor, `${page.path}#${anchor}`);
  }
  memory.set(version, places);
  return places;
}
