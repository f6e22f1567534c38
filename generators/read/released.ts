/** Reads and prints the record of released packages: `released.yaml` of the specification. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from '../document/path.js';
import { get, isObject, type Json, type JsonObject } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { readText } from './content.js';
import { parseText } from './parse.js';

export const releasedName = 'released.yaml';

/** A released package. */
export interface ReleasedPackage {
  readonly name: string;
  /** The path below the folder of the packages: `v1.44/types`. */
  readonly folder: string;
  readonly version: string;
  /** The digest of each file, by its path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Allows a released package to change: its next version, and a description of the change for its users. */
export interface Fix {
  readonly name: string;
  readonly version: string;
  readonly change: string;
}

export interface Released {
  readonly packages: readonly ReleasedPackage[];
  readonly fixes: readonly Fix[];
}

/** Reads the record. Without the file, nothing was released. @throws DOCUMENT_STRUCTURE */
export function readReleased(folder: string): Released {
  const file = join(folder, releasedName);
  if (!existsSync(file)) return { packages: [], fixes: [] };
  const content = parseText(file, readText(file));
  if (!isObject(content)) throw wrong(file, 'packages, and optionally fixes');
  return {
    packages: entries(content, 'packages', file).map(([name, value, place]) => {
      const files = get(value, 'files');
      if (!isObject(files)) throw wrong(`${place}/files`, 'the digest of each file');
      return {
        name,
        folder: text(value, 'folder', place),
        version: text(value, 'version', place),
        files: new Map(Object.entries(files).map(([path, digest]) => [path, String(digest)])),
      };
    }),
    fixes: entries(content, 'fixes', file).map(([name, value, place]) => ({
      name,
      version: text(value, 'version', place),
      change: text(value, 'change', place),
    })),
  };
}

function entries(content: JsonObject, key: string, file: string): readonly (readonly [string, JsonObject, string])[] {
  const value: Json = get(content, key) ?? {};
  if (!isObject(value)) throw wrong(`${file}#/${key}`, 'an object with a property per package');
  return Object.entries(value).map(([name, entry]) => {
    const place = `${file}#/${key}/${name.replaceAll('/', '~1')}`;
    if (!isObject(entry)) throw wrong(place, 'an object that describes the package');
    return [name, entry, place] as const;
  });
}

function text(value: JsonObject, key: string, place: string): string {
  const found = get(value, key);
  if (typeof found !== 'string' || found.trim() === '') throw wrong(`${place}/${key}`, 'a string that is not empty');
  return found;
}

function wrong(place: string, expected: string): LadingError {
  return new LadingError({
    code: 'DOCUMENT_STRUCTURE',
    subject: `Expected ${expected}`,
    place,
    remedy: 'Write the file with lading check-released --record',
  });
}

/** Prints the record. */
export function releasedText({ packages, fixes }: Released): string {
  const content = {
    packages: Object.fromEntries(
      packages.map(({ name, folder, version, files }) => [name, { folder, version, files: Object.fromEntries(files) }]),
    ),
    ...(fixes.length > 0 && {
      fixes: Object.fromEntries(fixes.map(({ name, version, change }) => [name, { version, change }])),
    }),
  };
  // Loaded on demand, since other commands print none.
  const { stringify } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  return `${head}${stringify(content, { lineWidth: 0, singleQuote: true })}`;
}

const head = `# What was released, file by file: a released package does not change. \`lading check-released\` holds the packages to it.
#
# A deliberate fix of a released package is a separate version. Declare it here before the change:
#
#   fixes:
#     '@lading/types-v1.44':
#       version: 1.44.1
#       change: What changes for those who use it, in a sentence.
#
# A release takes the number and the sentence from here, writes down what was released, and takes the fix out.

`;
