// Reads which version the packages of each version extend from the overlays of the specification.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} repository the folder of the repository
 * @returns {ReadonlyMap<string, string>} the version that the packages of each version extend: the nearest one with packages; the
 *   base version has no entry
 */
export function versionBases(repository) {
  const folder = join(repository, 'spec', 'overlays');
  const bases = new Map(
    readdirSync(folder).flatMap((name) => {
      const [, version] = /^v(.+)\.yaml$/.exec(name) ?? [];
      const [, base] = /^extends: .*?v(\d[\d.]*\d)\b/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return version === undefined || base === undefined ? [] : [[version, base]];
    }),
  );
  const withPackages = (version) =>
    version === undefined || existsSync(join(repository, 'packages', `v${version}`))
      ? version
      : withPackages(bases.get(version));
  return new Map([...bases].map(([version, base]) => [version, withPackages(base)]));
}
