/** Writes the site into a folder of its own; what an earlier site left there and this one has not, is removed. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { DocsError } from './docs-error.js';
import type { SiteFile } from './site/index.js';

/** What tells that a folder was written by this, and may be written again. */
const sign = 'search-index.js';

/**
 * @returns how many files it has
 * @throws DocsError when the folder holds something else
 */
export function writeSite(files: Iterable<SiteFile>, out: string): number {
  const before = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }) : [];
  if (before.length > 0 && !existsSync(join(out, sign))) {
    throw new DocsError(`${out} contains other files than a site; choose an empty folder`);
  }
  const known = new Set(before.map((entry) => join(entry.parentPath, entry.name)));
  const written = new Set<string>();
  const folders = new Set<string>();
  for (const file of files) {
    const place = join(out, file.path.replaceAll('/', sep));
    const folder = dirname(place);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    written.add(place);
    write(place, 'text' in file ? file.text : readFileSync(file.copyOf, 'utf8'), known.has(place));
  }
  for (const entry of before) {
    const place = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !written.has(place)) rmSync(place);
  }
  return written.size;
}

/** What is the same stays as it is, and what is not is made anew: to cut a file short and fill it again takes longer. */
function write(place: string, text: string, exists: boolean): void {
  if (exists && readFileSync(place, 'utf8') === text) return;
  if (exists) rmSync(place);
  writeFileSync(place, text);
}
