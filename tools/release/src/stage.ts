/** What is uploaded of a package: its files, its licence, and a package.json that says what users need and no more. */
import type { Dependencies, Manifest } from './manifest.js';
import { dependencyFields, parseManifest } from './manifest.js';
import { sorted, type Files } from './tarball.js';

/** Where the sources of all packages are, as `repository` of a package.json says it. */
export interface Repository {
  readonly type: string;
  readonly url: string;
}

export interface Sources {
  readonly licence: Buffer;
  readonly repository: Repository | undefined;
}

/** Of the workspace; nobody who installs a package has a use for it. */
const workspaceOnly = ['scripts', 'devDependencies', 'nx'];

/** @param folder of the package in the repository */
export function stage(packed: Files, folder: string, { licence, repository }: Sources): Files {
  const given = parseManifest(packed.get('package.json') ?? '{}');
  const manifest = {
    ...Object.fromEntries(Object.entries(given).filter(([field]) => !workspaceOnly.includes(field))),
    ...(repository && { repository: { ...repository, directory: folder } }),
    files: [...(given.files ?? []), 'CHANGELOG.md'],
    publishConfig: { access: 'public' },
  };
  return sorted(new Map([...packed, ['package.json', json(manifest)], ['LICENSE', licence]]));
}

/**
 * The same as a release: with its number, the history of its group, and the versions of its siblings that it was
 * built with as the least that it takes.
 */
export function asRelease(
  files: Files,
  version: string,
  changelog: string,
  siblings: ReadonlyMap<string, string>,
): Files {
  const manifest = parseManifest(files.get('package.json') ?? '{}');
  const numbered: Manifest = {
    ...manifest,
    version,
    ...Object.fromEntries(
      dependencyFields.flatMap((field) => {
        const ranges = manifest[field];
        return ranges === undefined ? [] : [[field, floors(ranges, siblings)]];
      }),
    ),
  };
  return sorted(new Map([...files, ['package.json', json(numbered)], ['CHANGELOG.md', Buffer.from(changelog)]]));
}

function floors(ranges: Dependencies, siblings: ReadonlyMap<string, string>): Dependencies {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, range]) => {
      const version = siblings.get(name);
      return [name, version !== undefined && range.startsWith('^') ? `^${version}` : range];
    }),
  );
}

function json(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
