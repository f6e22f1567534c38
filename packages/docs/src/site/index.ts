/** Builds the site from the docs packages. */
export { buildSite } from './build-site.js';
export type { SiteComparison } from './comparison-files.js';
export type { SiteFile } from './site-file.js';
export { readSettings, withUrls, type SiteSettings } from './site-settings.js';
