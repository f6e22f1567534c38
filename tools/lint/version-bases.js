// Reads which version each version extends from the overlays of the specification.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} repository the folder of the repository
 * @returns {ReadonlyMap<string, string>} the version that each version extends; the base version has no entry
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
