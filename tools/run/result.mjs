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
  return `${before}${begin}\n\n${result.trim()}\n\n${rest?.slice(stop)}`;
}

/**
 * @param {string | URL} page its path
 * @param {string} name the name in the markers
 * @param {string} result
 */
export function writeResult(page, name, result) {
  writeFileSync(page, withResult(readFileSync(page, 'utf8'), name, result));
}

/**
 * Reads the rows of the table between two markers of a page, so that a run of some of them leaves the others.
 *
 * @param {string | URL} page its path
 * @param {string} name the name in the markers
 * @param {number} [keys] how many cells tell a row from the others
 * @returns {Map<string, string[]>} the cells of each row by the first ones
 */
export function rowsOf(page, name, keys = 1) {
  const [, section = ''] = readFileSync(page, 'utf8').split(new RegExp(`<!-- ${name}: (?:begin|end)[^>]*-->`));
  const [, , ...rows] = section.match(/^\| .*$/gm) ?? [];
  const cells = rows.map((row) =>
    row
      .slice(1, row.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim()),
  );
  return new Map(cells.map((row) => [row.slice(0, keys).join(' '), row]));
}
