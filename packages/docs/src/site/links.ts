/** Turns a link of the pages into the address of a file, as seen from another page. */
import { idOf } from './anchors.js';
import type { SiteVersion } from './site-version.js';

/** `../` as often as a page lies below its version's folder. */
export function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/**
 * The address, or nothing where the version has no such page. An anchor that the page lacks is left to the nearest
 * one above it: of `HostConfig.Annotations` to `HostConfig`, and then to the page.
 */
export function hrefOf(link: string, from: string, { anchors }: SiteVersion): string | undefined {
  const at = link.indexOf('#');
  const path = at < 0 ? link : link.slice(0, at);
  const known = anchors.get(path === '' ? from : path);
  if (known === undefined) return undefined;
  const anchor = at < 0 ? '' : nearest(idOf(link.slice(at + 1)), known);
  const file = path === '' || path === from ? '' : `${upFrom(from)}${path}.html`;
  if (file === '' && anchor === '') return `${upFrom(from)}${from}.html`;
  return `${file}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** The anchor or the nearest one above it; '' where there is none. */
function nearest(anchor: string, known: ReadonlySet<string>): string {
  for (let place = anchor; place !== ''; place = place.slice(0, Math.max(0, place.lastIndexOf('.')))) {
    if (known.has(place)) return place;
  }
  return '';
}
