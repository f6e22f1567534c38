/** Whether what was released still is what it was, and the record of it. */
import { stringify } from 'yaml';
import { compareVersions } from '../overlay/index.js';
import type { Fix, Released, ReleasedPackage } from '../read/index.js';

/** A file of a released package that is not what was released. */
export interface Alteration {
  readonly package: string;
  /** Below the folder of the packages. */
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'added';
  /** The version that it was released with. */
  readonly version: string;
}

/** Every alteration that no fix allows. @param present the digests of a package's files as they are now */
export function alterationsOf(
  { packages, fixes }: Released,
  present: (folder: string) => ReadonlyMap<string, string>,
): readonly Alteration[] {
  return packages
    .filter((one) => !fixes.some((fix) => allows(fix, one)))
    .flatMap(({ name, folder, version, files }) => {
      const now = present(folder);
      const paths = [...new Set([...files.keys(), ...now.keys()])].sort();
      return paths.flatMap((path): readonly Alteration[] => {
        const [was, is] = [files.get(path), now.get(path)];
        if (was === is) return [];
        const kind = is === undefined ? 'missing' : was === undefined ? 'added' : 'changed';
        return [{ package: name, path: `${folder}/${path}`, kind, version }];
      });
    });
}

/** A fix is a version of its own, later than the one released. */
function allows(fix: Fix, { name, version }: ReleasedPackage): boolean {
  return fix.name === name && compareVersions(fix.version, version) > 0;
}

/** The record after a release of these packages: their fixes are part of it. */
export function recorded({ packages, fixes }: Released, now: readonly ReleasedPackage[]): Released {
  const isNew = (name: string) => now.some((one) => one.name === name);
  const versionOf = (one: ReleasedPackage) => fixes.find((fix) => allows(fix, one))?.version ?? one.version;
  return {
    packages: [
      ...packages.filter(({ name }) => !isNew(name)),
      ...now.map((one) => ({ ...one, version: versionOf(one) })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1)),
    fixes: fixes.filter(({ name }) => !isNew(name)),
  };
}

export function releasedText({ packages, fixes }: Released): string {
  const content = {
    packages: Object.fromEntries(
      packages.map(({ name, folder, version, files }) => [name, { folder, version, files: Object.fromEntries(files) }]),
    ),
    ...(fixes.length > 0 && {
      fixes: Object.fromEntries(fixes.map(({ name, version, change }) => [name, { version, change }])),
    }),
  };
  return `${head}${stringify(content, { lineWidth: 0, singleQuote: true })}`;
}

const head = `# What was released, file by file: a released package does not change. \`lading check-released\` holds the packages to it.
#
# A deliberate fix of a released package is a version of its own. Say it here before the change:
#
#   fixes:
#     '@lading/types-v1.44':
#       version: 1.44.1
#       change: What changes for those who use it, in a sentence.
#
# A release takes the number and the sentence from here, writes down what was released, and takes the fix out.

`;
