/** Writes the site into a folder, and removes the files of an earlier build that are no longer part of it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { DocsError } from './docs-error.js';
import type { SiteFile } from './site/index.js';

/** The file that identifies a folder as a built site, which may be overwritten. */
const siteMarker = 'search-index.js';

/**
 * Writes the site.
 * @returns the number of files
 * @throws DocsError if the folder contains something other than a site
 */
export function writeSite(files: Iterable<SiteFile>, out: string): number {
  const existing = existsSync(out) ? readdirSync(out, { recursive: true, withFileTypes: true }) : [];
  if (existing.length > 0 && !existsSync(join(out, siteMarker))) {
    throw new DocsError(`${out} contains other files than a site; choose an empty folder`);
  }
  const existingPaths = new Set(existing.map((entry) => join(entry.parentPath, entry.name)));
  const written = new Set<string>();
  const folders = new Set<string>();
  for (const file of files) {
    const target = join(out, file.path.replaceAll('/', sep));
    const folder = dirname(target);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    written.add(target);
    writeIfChanged(target, 'text' in file ? file.text : readFileSync(file.copyOf), existingPaths.has(target));
  }
  for (const entry of existing) {
    const target = join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !written.has(target)) rmSync(target);
  }
  return written.size;
}

/** Leaves an unchanged file alone and replaces a changed one, which is faster than truncating and rewriting it. */
function writeIfChanged(target: string, content: string | Buffer, exists: boolean): void {
  if (exists && readFileSync(target).equals(Buffer.from(content))) return;
  if (exists) rmSync(target);
  writeFileSync(target, content);
}
