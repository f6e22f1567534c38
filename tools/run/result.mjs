// Writes the newest result of a tool into a page, between `<!-- NAME: begin … -->` and `<!-- NAME: end -->`.
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @param {string} text the page
 * @param {string} name the name in the markers
 * @param {string} result
 * @returns {string} the page with only this result changed
 */
export function withResult(text, name, result) {
  const [before, begin, rest] = text.split(new RegExp(`(<!-- ${name}: begin[^>]*-->)`));
  const stop = rest?.indexOf(`<!-- ${name}: end -->`) ?? -1;
  if (stop < 0) throw new Error(`The page lacks a marker: <!-- ${name}: begin --> or <!-- ${name}: end -->`);
  return `${before}${begin}\n\n${result.trim()}\n\n${rest.slice(stop)}`;
}

/**
 * @param {string | URL} page its path
 * @param {string} name the name in the markers
 * @param {string} result
 */
export function writeResult(page, name, result) {
  writeFileSync(page, withResult(readFileSync(page, 'utf8'), name, result));
}
