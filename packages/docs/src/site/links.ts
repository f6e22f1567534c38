/** Resolves links between pages to relative URLs of files. */
import { idOf } from './anchors.js';
import type { SiteVersion } from './site-version.js';

/** Returns the relative URL from a page to the folder of its version: `../` for each level. */
export function upFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/**
 * Returns the URL, or undefined if the version has no such page. An anchor that the page lacks is replaced by the
 * nearest enclosing one: `HostConfig.Annotations` by `HostConfig`, and that by the page.
 */
export function hrefOf(link: string, from: string, version: SiteVersion): string | undefined {
  const { anchors, moved } = version;
  const at = link.indexOf('#');
  const path = at < 0 ? link : link.slice(0, at);
  const operation = at < 0 ? '' : (link.slice(at + 1).split('.')[0] ?? '');
  const operationPath = moved.get(`${path === '' ? from : path}#${operation}`);
  if (operationPath !== undefined) {
    const rest = link.slice(at + 1 + operation.length);
    return hrefOf(`${operationPath}${rest === '' ? '' : `#${operation}${rest}`}`, from, version);
  }
  const pageAnchors = anchors.get(path === '' ? from : path);
  if (pageAnchors === undefined) return undefined;
  const anchor = at < 0 ? '' : nearestAnchor(idOf(link.slice(at + 1)), pageAnchors);
  const file = path === '' || path === from ? '' : `${upFrom(from)}${path}.html`;
  if (file === '' && anchor === '') return `${upFrom(from)}${from}.html`;
  return `${file}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** Returns the anchor or the nearest enclosing one; '' if there is none. */
function nearestAnchor(anchor: string, pageAnchors: ReadonlySet<string>): string {
  for (
    let candidate = anchor;
    candidate !== '';
    candidate = candidate.slice(0, Math.max(0, candidate.lastIndexOf('.')))
  ) {
    if (pageAnchors.has(candidate)) return candidate;
  }
  return '';
}
