export { docsPackage, type DocsOptions, type DocsPackage } from './docs-package.js';
export type { DocsBuild } from './docs-build.js';
export { emitDocs, pageList, type DocsBase, type EmittedDocs, type HeldPage } from './emit-docs.js';
export type * from './page.js';
export type { Spelling } from './page-context.js';
