/** The specification with the two versions that the rows name. The repository's has more, so its cost would not be comparable. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { keepVersions } from 'lading/testing';
import { repository } from './places.mjs';

/** Copies the specification, without the overlays of versions other than 1.41. @param {string} folder */
export function copyTwoVersions(folder) {
  cpSync(join(repository, 'spec'), folder, { recursive: true });
  keepVersions(folder, (version) => version === '1.41');
}
