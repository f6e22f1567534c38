/** Paths: the repository, the installed documents, the generator, the compiler. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { group } from '@lading/run/installs';

const here = fileURLToPath(new URL('.', import.meta.url));
export const repository = join(here, '..', '..');
/** The published documents of other APIs. */
export const documents = group('documents');
/** The tools that Lading is compared with. */
export const peers = group('peers');
/** The independent server that validates requests. */
export const validators = group('validators');
export const knownDeviations = join(here, 'judges', 'known-deviations.yaml');
export const readme = join(here, 'README.md');
export const lading = join(repository, 'generators', 'cli', 'lading.mjs');
/** A module that returns the path of the native compiler. */
export const executableOfCompiler = join(repository, 'node_modules', 'typescript7', 'lib', 'getExePath.js');
/** A file of such a tool, by its path. @param {string} path */
export const peer = (path) => peers.file(path);
/** A program of this folder that runs in a process of its own. @param {string} name */
export const program = (name) => join(here, 'checks', name);
/** A file of the documents' packages, by its path. @param {string} path */
export const ofCorpus = (path) => documents.file(path);
