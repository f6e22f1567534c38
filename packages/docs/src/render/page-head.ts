/** The title and the description of a page, for browsers, search engines and previews of links. */
import type { SitePage } from '../site/site-page.js';
import type { SiteSettings } from '../site/site-settings.js';
import { folderOf, type SiteVersion } from '../site/site-version.js';
import { plain } from './markdown.js';

const longestDescription = 160;

export interface PageHead extends SiteAddresses {
  readonly pageTitle: string;
  readonly pageDescription: string;
}

interface SiteAddresses {
  /** The page's URL, if that of the site is known. */
  readonly canonical?: string;
  /** The URL of the picture of the site. */
  readonly picture?: string;
  /** Whether the site has icons besides the logo. */
  readonly hasIcon: boolean;
  readonly hasTouchIcon: boolean;
}

export function pageHead(page: SitePage, version: SiteVersion, settings: SiteSettings): PageHead {
  const { title } = version.list;
  const pageTitle =
    page.kind === 'index' ? `${title} ${version.version}` : `${page.title} · ${title} ${version.version}`;
  return {
    pageTitle,
    pageDescription: shortened(descriptionOf(page) ?? `${page.title} in version ${version.version} of the ${title}.`),
    ...siteUrls(`${folderOf(version.version)}/${page.path}.html`, settings),
  };
}

/** Returns the URLs of a file of the site, if the URL of the site is known, and the icons of the site. */
export function siteUrls(path: string, { url, picture, icon, touchIcon }: SiteSettings): SiteAddresses {
  const icons = { hasIcon: icon !== undefined, hasTouchIcon: touchIcon !== undefined };
  if (url === undefined) return icons;
  const base = url.endsWith('/') ? url : `${url}/`;
  return {
    ...icons,
    canonical: `${base}${path.replace(/(^|\/)index\.html$/, '$1')}`,
    ...(picture !== undefined && { picture: `${base}picture.png` }),
  };
}

function descriptionOf(page: SitePage): string | undefined {
  if (page.kind === 'operation') {
    const { method, path, description } = page.operation;
    return `${method} ${path}${description === undefined ? '' : `: ${description}`}`;
  }
  return 'about' in page ? page.about : undefined;
}

/** Returns a text without markup that ends with a whole word. */
export function shortened(text: string): string {
  const words = plain(text);
  if (words.length <= longestDescription) return words;
  return `${words.slice(0, words.lastIndexOf(' ', longestDescription - 1))}…`;
}
