/** Reads the pages from the docs packages. */
export { packageFolders } from './packages.js';
export { checkedPath, readSources, type Source } from './read-sources.js';
