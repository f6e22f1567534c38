/** Runs the script of a search index, as a page does. */
import { runInNewContext } from 'node:vm';
import type { SearchIndex } from '../../src/search/search-index.js';

/** Returns the index that the script defines. */
export function indexOf(script: string): SearchIndex {
  const window: { ladingSearch?: SearchIndex } = {};
  runInNewContext(script, { window });
  if (window.ladingSearch === undefined) throw new Error('the script defines no index');
  return window.ladingSearch;
}
