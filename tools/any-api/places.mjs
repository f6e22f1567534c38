/** Paths: the repository, the installed documents, the generator, the tools that Lading is compared with. */
import { join } from 'node:path';
import { group } from '@lading/run/installs';

export const folder = import.meta.dirname;
export const repository = join(folder, '..', '..');
export const readme = join(folder, 'README.md');
export const lading = join(repository, 'generators', 'cli', 'lading.mjs');
/** A file of the tools that Lading is compared with. @param {string} path */
export const peer = (path) => group('peers').file(path);
/** A file of the packages with published documents of other APIs. @param {string} path */
export const ofCorpus = (path) => group('documents').file(path);
