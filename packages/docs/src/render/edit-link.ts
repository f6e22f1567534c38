/** The URL where the source of a page is edited. */
import type { SitePage } from '../site/site-page.js';
import type { SiteSettings } from '../site/site-settings.js';
import { groupOf } from './navigation.js';

/** Returns the URL that the settings have for the page or for its kind; undefined if there is none. */
export function editLink(page: SitePage, version: string, { edit = {}, repository }: SiteSettings): string | undefined {
  const url = edit[page.path] ?? edit[page.kind] ?? edit['*'] ?? '';
  const isUnknown = url === '' || (url.includes('{repository}') && repository === undefined);
  const values: Readonly<Record<string, string>> = {
    repository: repository?.replace(/\/$/, '') ?? '',
    page: page.path,
    group: groupOf(page) ?? '',
    version,
  };
  return isUnknown ? undefined : url.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
