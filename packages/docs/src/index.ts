/** Builds the reference as a static site from the docs packages. */
export { main } from './cli.js';
export { DocsError } from './docs-error.js';
export { serve, type ServeOptions } from './serve.js';
export { buildSite, readSettings, type SiteComparison, type SiteFile, type SiteSettings } from './site/index.js';
export { packageFolders, readSources, type Source } from './source/index.js';
export { Sandboxes, type SandboxLimits, type SandboxRequest } from './try/sandboxes.js';
export type { TryResponder, TryTarget } from './try/try-server.js';
export { writeSite } from './write-site.js';
export type { Page, PageList } from './gen/page.js';
