/** The code blocks of a section of a page: what its reader types, the files that it shows, and what it promises as output. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../run/steps.mjs';

/**
 * A fenced code block.
 *
 * @typedef {object} Block
 * @property {string} language
 * @property {string | undefined} file the name of the file whose content the block is
 * @property {string} content
 * @property {string | undefined} prints the output that a preceding `<!-- prints: … -->` states
 */

/**
 * Returns the blocks between a heading and the next one.
 *
 * @param {string} page the path of the page in the repository
 * @param {string} heading the text of the heading
 * @returns {readonly Block[]}
 */
export function blocksBelow(page, heading) {
  const blocks = blocksIn(readFileSync(join(root, page), 'utf8'), heading);
  if (blocks.length === 0) throw new Error(`${page} has no code below the heading "${heading}"`);
  return blocks;
}

/** Returns the blocks of a text in Markdown: all, or those below a heading. @param {string} text @param {string} [heading] @returns {readonly Block[]} */
export function blocksIn(text, heading) {
  const pieces =
    /<!-- prints:(?<prints>[^]*?)-->|^#+ (?<title>.*)$|^```(?<language>\w*)(?: (?<file>\S+))?\n(?<content>[^]*?)^```$/gm;
  /** @type {Block[]} */
  const blocks = [];
  /** @type {string | undefined} */
  let prints;
  let isBelow = heading === undefined;
  for (const { groups = {} } of text.matchAll(pieces)) {
    const { title, language, file, content = '' } = groups;
    if (title !== undefined) isBelow = heading === undefined || title === heading;
    else if (language === undefined) prints = groups['prints']?.trim();
    else {
      if (isBelow) blocks.push({ language, file, content, prints });
      prints = undefined;
    }
  }
  return blocks;
}

/**
 * Returns the commands of a console block, each with its output.
 *
 * @param {Block} block
 */
export function commandsOf({ content }) {
  return content
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { typed: part.slice(0, end), printed: part.slice(end + 1) };
    });
}

/**
 * Returns a pattern of the output that a page shows: a line `…` matches any lines, and `…` within a line any part of it.
 *
 * @param {string} shown
 */
export function pattern(shown) {
  if (shown === '') return /^$/;
  const quoted = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const lines = shown.replace(/\n$/, '').split('\n');
  const parts = lines.map((line) =>
    line.trim() === '…' ? '(?:[^]*\\n)?' : `${line.split('…').map(quoted).join('.*')}[ ]*\\n`,
  );
  return new RegExp(`^${parts.join('')}$`);
}
