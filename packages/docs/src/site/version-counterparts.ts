/** Where a page stands in another version: at the same path, under another name, or at the nearest page above it. */
import type { SitePage } from './site-page.js';
import { folderOf, type SiteVersion } from './site-version.js';
import { upFrom } from './links.js';

interface Twin {
  readonly version: string;
  readonly current: boolean;
  readonly href: string;
  /** The other version lacks the page; this is said there. */
  readonly nearest: boolean;
  /** How anchors begin here and there, where the schema goes by another name. */
  readonly renamed?: { readonly from: string; readonly to: string };
}

/** @param names pairs of pages that two versions name differently, for any two versions */
export type Names = (from: SiteVersion, to: SiteVersion, path: string) => string | undefined;

export function twinsOf(page: SitePage, own: SiteVersion, all: readonly SiteVersion[], names: Names): Twin[] {
  const root = `${upFrom(page.path)}../`;
  return all.map((other): Twin => {
    const { version } = other;
    const base = `${root}${folderOf(version)}/`;
    const current = other === own;
    if (other.pages.has(page.path)) return { version, current, href: `${base}${page.path}.html`, nearest: false };
    const name = names(own, other, page.path);
    if (name !== undefined) {
      const renamed = { from: nameOf(page.path), to: nameOf(name) };
      return { version, current, href: `${base}${name}.html`, nearest: false, renamed };
    }
    const missing = `?missing=${encodeURIComponent(page.title)}`;
    return { version, current, href: `${base}${parentOf(page.path, other)}.html${missing}`, nearest: true };
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parentOf(path: string, { pages }: SiteVersion): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return pages.has(folder) ? folder : 'index';
}
