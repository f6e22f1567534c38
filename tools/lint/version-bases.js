// Reads which versions the packages of each version extend from the overlays of the specification.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} repository the folder of the repository
 * @returns {ReadonlyMap<string, readonly string[]>} the versions that the packages of each version extend: a package extends that of
 *   the nearest version with a package of its kind; the base version has no entry
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
  const packagesOf = (version) => join(repository, 'packages', `v${version}`);
  // What a build left of a package that is gone is none.
  const isPackage = (version, kind) => existsSync(join(packagesOf(version), kind, 'package.json'));
  const nearest = (version, kind) =>
    version === undefined || isPackage(version, kind) ? version : nearest(bases.get(version), kind);
  const kindsOf = (version) => (existsSync(packagesOf(version)) ? readdirSync(packagesOf(version)) : []);
  return new Map(
    [...bases].map(([version, base]) => {
      const extended = kindsOf(version).map((kind) => nearest(base, kind));
      return [version, [...new Set(extended)].filter((one) => one !== undefined)];
    }),
  );
}
