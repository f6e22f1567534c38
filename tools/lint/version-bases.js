// Which version each version extends, as the overlays of the specification say.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} repository its folder
 * @returns {ReadonlyMap<string, string>} version → the version that it extends; a base version is not in it
 */
export function versionBases(repository) {
  const folder = join(repository, 'spec', 'overlays');
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const [, version] = /^v(.+)\.yaml$/.exec(name) ?? [];
      const [, base] = /^extends: .*?v(\d[\d.]*\d)\b/m.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
      return version === undefined || base === undefined ? [] : [[version, base]];
    }),
  );
}
