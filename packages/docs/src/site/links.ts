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
  const { anchors, moved, partAnchors, wholes } = version;
  const own = wholes.get(from) ?? from;
  const at = link.indexOf('#');
  const path = at < 0 ? link : link.slice(0, at);
  const operation = at < 0 ? '' : (link.slice(at + 1).split('.')[0] ?? '');
  const operationPath = moved.get(`${path === '' ? own : path}#${operation}`);
  if (operationPath !== undefined) {
    const rest = link.slice(at + 1 + operation.length);
    return hrefOf(`${operationPath}${rest === '' ? '' : `#${operation}${rest}`}`, from, version);
  }
  const whole = path === '' ? own : (wholes.get(path) ?? path);
  const pageAnchors = anchors.get(whole);
  if (pageAnchors === undefined) return undefined;
  const anchor = at < 0 ? '' : nearestAnchor(idOf(link.slice(at + 1)), pageAnchors);
  const target = anchor === '' && path !== '' ? path : (partAnchors.get(whole)?.get(anchor) ?? whole);
  const file = target === from ? '' : fileFrom(from, target);
  if (file === '' && anchor === '') return fileFrom(from, from);
  return `${file}${anchor === '' ? '' : `#${encodeURIComponent(anchor)}`}`;
}

/** Returns the relative URL of a page's file; within a folder, its name. */
function fileFrom(from: string, path: string): string {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const isBeside = path.startsWith(folder) && !path.slice(folder.length).includes('/');
  return isBeside ? `${path.slice(folder.length)}.html` : `${upFrom(from)}${path}.html`;
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
