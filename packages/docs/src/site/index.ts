/** Builds the site from the docs packages. */
export { buildSite, type SiteFile } from './build-site.js';
