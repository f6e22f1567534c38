/** Builds the site from the docs packages. */
export { buildSite, type SiteFile } from './build-site.js';
export { readSettings, type SiteSettings } from './site-settings.js';
