/** Verifies that released packages have not changed, and prints the record of a release. */
import { stringify } from 'yaml';
import { compareVersions } from '../ir/index.js';
import type { Fix, Released, ReleasedPackage } from '../read/index.js';

/** A file of a released package that changed since the release. */
export interface Alteration {
  readonly package: string;
  /** The path below the folder of the packages. */
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'added';
  /** The version of the release. */
  readonly version: string;
}

/** Returns every alteration that no fix allows. @param present returns the current digests of a package's files */
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

/** A fix has a separate version, later than the released one. */
function allows(fix: Fix, { name, version }: ReleasedPackage): boolean {
  return fix.name === name && compareVersions(fix.version, version) > 0;
}

/** Returns the record after a release of these packages, which includes their fixes. */
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
# A deliberate fix of a released package is a separate version. Declare it here before the change:
#
#   fixes:
#     '@lading/types-v1.44':
#       version: 1.44.1
#       change: What changes for those who use it, in a sentence.
#
# A release takes the number and the sentence from here, writes down what was released, and takes the fix out.

`;
