/** Finds the counterpart of a page in another version: by path, by another name, or the nearest enclosing page. */
import type { SitePage } from './site-page.js';
import { folderOf, type SiteVersion } from './site-version.js';
import { upFrom } from './links.js';

interface Counterpart {
  readonly version: string;
  readonly current: boolean;
  readonly href: string;
  /** Whether the other version lacks the page, so that the nearest enclosing page is shown, with a note. */
  readonly nearest: boolean;
  /** The prefixes of the schema's anchors in both versions, if it has another name there. */
  readonly renamed?: { readonly from: string; readonly to: string };
}

/** Returns the path of a page in another version where it has another name, otherwise undefined. */
export type RenamedPath = (from: SiteVersion, to: SiteVersion, path: string) => string | undefined;

export function counterpartsOf(
  page: SitePage,
  own: SiteVersion,
  all: readonly SiteVersion[],
  renamedPath: RenamedPath,
): Counterpart[] {
  const root = `${upFrom(page.path)}../`;
  return all.map((other): Counterpart => {
    const { version } = other;
    const base = `${root}${folderOf(version)}/`;
    const current = other === own;
    if (other.pages.has(page.path)) return { version, current, href: `${base}${page.path}.html`, nearest: false };
    const otherPath = renamedPath(own, other, page.path);
    if (otherPath !== undefined) {
      const renamed = { from: nameOf(page.path), to: nameOf(otherPath) };
      return { version, current, href: `${base}${otherPath}.html`, nearest: false, renamed };
    }
    const missing = `?missing=${encodeURIComponent(page.title)}`;
    return { version, current, href: `${base}${parentOf(page, other)}.html${missing}`, nearest: true };
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parentOf(page: SitePage, { pages }: SiteVersion): string {
  const { path } = page;
  const folder =
    page.kind === 'operation' ? `groups/${page.group}` : path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return pages.has(folder) ? folder : 'index';
}
