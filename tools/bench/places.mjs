/** Paths: the repository, the published documents, the installed peers. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { group } from '@lading/run/installs';

export const bench = fileURLToPath(new URL('.', import.meta.url));
export const repository = join(bench, '..', '..');
export const peers = group('peers');
export const lading = join(repository, 'generators', 'cli', 'lading.mjs');
/** The cache of earlier runs of Lading, which is removed before a cold run. */
export const cacheFolder = join(repository, 'node_modules', '.cache', 'lading');
export const readme = join(bench, 'README.md');

/** The folder of the published documents, beside the repository and not part of it. */
const published = join(repository, '..', 'shared', 'upstream');

/** @param {string} version such as 1.44 */
export const publishedDocument = (version) => join(published, `v${version}.yaml`);

/** @param {readonly string[]} versions */
export const havePublished = (versions) => versions.every((version) => existsSync(publishedDocument(version)));

/** A file of a peer's package, by its path, because the `exports` of most peers hide the file of their command. */
export const ofPeer = peers.file;

/** @param {string} file */
export const urlOf = (file) => pathToFileURL(file).href;

/** The file of a peer's module. @param {string} name */
export const peer = (name) => peers.require.resolve(name);

/** The entry point of the client's runtime for generated code. */
export const codegen = fileURLToPath(import.meta.resolve('@lading/runtime-client/codegen'));
/** The generated client. */
export const client = fileURLToPath(import.meta.resolve('@lading/client-v1.44'));

const fromRuntime = createRequire(codegen);

export const undici = fromRuntime.resolve('undici');

/** The part of undici that the client imports. */
export const undiciClient = fromRuntime.resolve('undici/lib/dispatcher/client.js');
