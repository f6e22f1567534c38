/** The specification with the two versions that the rows name. The repository's has more, so its cost would not be comparable. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepVersions } from 'lading/testing';
import { repository } from './places.mjs';

/** Copies the specification, without the overlays of versions other than 1.41. @param {string} folder */
export function copyTwoVersions(folder) {
  cpSync(join(repository, 'spec'), folder, { recursive: true });
  keepVersions(folder, (version) => version === '1.41');
}

/** @type {string | undefined} */
let copy;

/** Adds the specification to the arguments of `generate`, unless they contain a document. @param {readonly string[]} args */
export const sourceOf = (args) => (args.includes('--document') ? args : ['--spec', twoVersions(), ...args]);

/** The copy that all measurements of this process share; it is removed when the process ends. */
function twoVersions() {
  if (copy !== undefined) return copy;
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-spec-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // Heads of generated files name the folder.
  copy = join(folder, 'spec');
  copyTwoVersions(copy);
  return copy;
}
