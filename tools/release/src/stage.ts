/** Prepares the files of a package for upload: its files, the license, and a package.json without workspace fields. */
import type { Dependencies, Manifest } from './manifest.js';
import { dependencyFields, parseManifest } from './manifest.js';
import { sorted, type Files } from './tarball.js';

/** The field `repository` of a package.json. */
export interface Repository {
  readonly type: string;
  readonly url: string;
}

interface Sources {
  readonly license: Buffer;
  readonly repository: Repository | undefined;
}

/** Fields that only the workspace uses. */
const workspaceFields = ['scripts', 'devDependencies', 'nx'];

/** Prepares the files of a packed package. @param folder the folder of the package in the repository */
export function stage(packed: Files, folder: string, { license, repository }: Sources): Files {
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
  const numbered: Manifest = {
    ...manifest,
    version,
    ...Object.fromEntries(
      dependencyFields.flatMap((field) => {
        const ranges = manifest[field];
        return ranges === undefined ? [] : [[field, rangesFrom(ranges, siblings)]];
      }),
    ),
  };
  return sorted(new Map([...files, ['package.json', json(numbered)], ['CHANGELOG.md', Buffer.from(changelog)]]));
}

function rangesFrom(ranges: Dependencies, siblings: ReadonlyMap<string, string>): Dependencies {
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
