/** The files of packages: packs and reads them, compares what makes a release necessary, and prepares them for an upload. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Parser, type ReadEntry } from 'tar';
import { inFolder, npm, PublishError } from './npm.js';
import {
  dependencyFields,
  lineOf,
  parseManifest,
  type Dependencies,
  type Manifest,
  type Package,
} from './workspace.js';

/** The contents of files by their path in the package, in order. */
export type Files = ReadonlyMap<string, Buffer>;

/** The most bytes of the files of a tarball: a small one can become very large. */
const maxSize = 256 * 1024 * 1024;

/** Names that Windows takes for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** Reads an npm tarball. @throws Error for one that is no archive, is too large, or has an entry that is no file of a package */
export function filesOf(tarball: Buffer): Promise<Files> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    let size = 0;
    const parser = new Parser({
      strict: true,
      onReadEntry(entry: ReadEntry) {
        const chunks: Buffer[] = [];
        entry.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxSize) parser.abort(new Error(`its files are larger than ${maxSize} bytes`));
          else chunks.push(chunk);
        });
        // The first segment is `package` only by convention.
        const path = entry.path.split('/').slice(1).join('/');
        const fault = faultOf(entry, path);
        if (fault !== undefined) parser.abort(new Error(`its entry ${JSON.stringify(path.slice(0, 100))} ${fault}`));
        entry.on('end', () => {
          if (entry.type !== 'Directory') files.set(path, Buffer.concat(chunks));
        });
      },
    });
    parser.on('error', reject);
    parser.on('end', () => (files.size > 0 ? resolve(sorted(files)) : reject(new Error('it contains no files'))));
    parser.end(tarball);
  });
}

/** Returns why an entry cannot be a file of a package on every system. */
function faultOf({ type }: ReadEntry, path: string): string | undefined {
  if (!['File', 'OldFile', 'Directory'].includes(type)) return 'is no file';
  const segments = path.split(/[/\\]/);
  if (segments.includes('..')) return 'leads out of the package';
  return segments.some((segment) => device.test(segment)) ? 'has the name of a device' : undefined;
}

export function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Packs packages and returns the files of each, by name. @throws PublishError NO_BUILD if a package is not built */
export async function pack(root: string, packages: readonly Package[]): Promise<ReadonlyMap<string, Files>> {
  return inFolder(async (folder) => {
    const options = ['--json', '--foreground-scripts=false', '--workspaces=false', '--pack-destination', folder];
    const output = await npm(['pack', ...options, ...packages.map((one) => `./${one.folder}`)], root);
    const packed = JSON.parse(output) as readonly { readonly name: string; readonly filename: string }[];
    const contents = packed.map(async ({ name, filename }): Promise<[string, Files]> => {
      const path = join(folder, filename.replace('@', '').replace('/', '-'));
      return [name, built(name, await filesOf(readFileSync(path)))];
    });
    return new Map(await Promise.all(contents));
  });
}

/** Verifies that a package contains the files of its `exports`. */
function built(name: string, files: Files): Files {
  const { exports = {} } = JSON.parse(String(files.get('package.json'))) as { exports?: unknown };
  const missing = targets(exports).find((path) => !path.includes('*') && !files.has(path));
  if (missing !== undefined) {
    throw new PublishError('NO_BUILD', `${name} exports ${missing}, which does not exist; build the packages first.`);
  }
  return files;
}

function targets(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(targets) : [];
}

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

/** Fields that only the workspace uses. */
const workspaceFields = ['scripts', 'devDependencies', 'nx'];

/** Prepares the files of a packed package. @param folder the folder of the package in the repository */
export function stage(packed: Files, folder: string, license: Buffer, repository: Manifest['repository']): Files {
  const given = parseManifest(packed.get('package.json') ?? '{}');
  const manifest = {
    ...Object.fromEntries(Object.entries(given).filter(([field]) => !workspaceFields.includes(field))),
    ...(repository && { repository: { ...repository, directory: folder } }),
    // Without the field, npm packs every file.
    ...(given.files && { files: [...given.files, 'CHANGELOG.md'] }),
    publishConfig: { access: 'public' },
  };
  return sorted(new Map([...packed, ['package.json', json(manifest)], ['LICENSE', license]]));
}

/**
 * Completes the files of a release: with its version, the changelog of its group, and ranges of sibling packages that start
 * at the versions with which it was built.
 */
export function asRelease(
  files: Files,
  version: string,
  changelog: string,
  siblings: ReadonlyMap<string, string>,
): Files {
  const manifest = parseManifest(files.get('package.json') ?? '{}');
  const rangesFrom = (ranges: Dependencies): Dependencies =>
    Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => {
        const sibling = siblings.get(name);
        return [name, sibling !== undefined && range.startsWith('^') ? `^${sibling}` : range];
      }),
    );
  const ranges = dependencyFields.flatMap((field) => {
    const own = manifest[field];
    return own === undefined ? [] : [[field, rangesFrom(own)] as const];
  });
  const numbered = { ...manifest, version, ...Object.fromEntries(ranges) };
  return sorted(new Map([...files, ['package.json', json(numbered)], ['CHANGELOG.md', Buffer.from(changelog)]]));
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
