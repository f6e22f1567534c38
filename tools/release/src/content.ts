/** Compares the contents of a package that make a release necessary. */
import { dependencyFields, parseManifest } from './manifest.js';
import type { Files } from './tarball.js';
import { lineOf } from './version.js';

/** The paths that differ between two contents. */
export interface Difference {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** The changelog, which changes with each release. */
const changelog = 'CHANGELOG.md';
/** The fields of a package.json that a release writes. */
const releaseFields = ['version', 'repository', 'publishConfig'];

/** Compares the contents of two packages. @param scope the scope of the packages: `@lading/` */
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
      .filter(([path]) => path !== changelog)
      .map(([path, bytes]) => [path, path === 'package.json' ? comparableManifest(bytes, scope) : bytes]),
  );
}

/**
 * The manifest without the fields that a release writes. Of ranges of packages of the same scope, only the release line is
 * compared: ranges of dependents accept a patch of a package and do not change.
 */
function comparableManifest(bytes: Buffer, scope: string): Buffer {
  const manifest = parseManifest(bytes);
  const fields = Object.entries(manifest).filter(([field]) => !releaseFields.includes(field));
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
