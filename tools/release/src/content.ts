/** What of a package makes a release of it worth while. */
import { createHash } from 'node:crypto';
import { dependencyFields, parseManifest } from './manifest.js';
import type { Files } from './tarball.js';
import { lineOf } from './version.js';

/** The paths that differ between two contents. */
export interface Difference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** Of releasing itself: its history and what it writes into a package.json. They change with each release. */
const history = 'CHANGELOG.md';
const written = ['version', 'repository', 'publishConfig'];

/** A digest of a content. Equal digests: nobody would notice the release. @param scope of our packages: `@lading/` */
export function digestOf(files: Files, scope: string): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of comparable(files, scope)) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `sha256-${hash.digest('base64')}`;
}

export function difference(before: Files, after: Files, scope: string): Difference {
  const [old, now] = [comparable(before, scope), comparable(after, scope)];
  return {
    added: [...now.keys()].filter((path) => !old.has(path)),
    changed: [...now].filter(([path, bytes]) => old.get(path)?.equals(bytes) === false).map(([path]) => path),
    removed: [...old.keys()].filter((path) => !now.has(path)),
  };
}

function comparable(files: Files, scope: string): Files {
  return new Map(
    [...files]
      .filter(([path]) => path !== history)
      .map(([path, bytes]) => [path, path === 'package.json' ? comparableManifest(bytes, scope) : bytes]),
  );
}

/**
 * Without what a release writes. Of the range of another package of ours only the line counts: a patch of a package is
 * taken by the ranges of its dependents, which stay as they are.
 */
function comparableManifest(bytes: Buffer, scope: string): Buffer {
  const manifest = parseManifest(bytes);
  const fields = Object.entries(manifest).filter(([field]) => !written.includes(field));
  for (const entry of fields) {
    if (!dependencyFields.some((field) => field === entry[0])) continue;
    const ranges = Object.entries(entry[1] as Record<string, string>);
    entry[1] = Object.fromEntries(ranges.map(([name, range]) => [name, name.startsWith(scope) ? line(range) : range]));
  }
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
}

function line(range: string): string {
  const caret = range.startsWith('^') ? '^' : '';
  return /^\^?\d+\.\d+\.\d+/.test(range) ? caret + lineOf(range.slice(caret.length)) : range;
}
