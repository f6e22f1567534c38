/** The emitter of docs packages. */
export type { DocsBuild } from './docs-build.js';
export { docs, docsWithData, type DocsOptions } from './emitter.js';
export type * from './page.js';
export { referencesWith } from './references-emitter.js';
