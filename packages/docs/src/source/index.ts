/** Reads the pages from the docs packages. */
export { checkedPath } from './checked-path.js';
export { packageFolders } from './packages.js';
export { readSources } from './read-sources.js';
export type { Source } from './source.js';
