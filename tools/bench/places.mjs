/** Where things lie: the repository, the published documents, the peers' installation. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const bench = fileURLToPath(new URL('.', import.meta.url));
export const repository = join(bench, '..', '..');
export const peers = join(bench, 'peers');
export const lading = join(repository, 'generators', 'cli', 'lading.mjs');
/** What Lading remembers of earlier runs: a cold run begins without it. */
export const memory = join(repository, 'node_modules', '.cache', 'lading');
export const readme = join(bench, 'README.md');

/** The published documents. They stand beside the repository and are no part of it. */
const published = join(repository, '..', 'shared', 'upstream');

/** @param {string} version such as 1.44 */
export const publishedDocument = (version) => join(published, `v${version}.yaml`);

/** @param {readonly string[]} versions */
export const havePublished = (versions) => versions.every((version) => existsSync(publishedDocument(version)));

/** The arguments of `generate`: the specification, unless they name a document. @param {readonly string[]} args */
export const sourceOf = (args) => (args.includes('--document') ? args : ['--spec', join(repository, 'spec'), ...args]);

export const haveSpec = () => existsSync(join(repository, 'spec', 'versions.yaml'));

/**
 * A file of a peer's package. By its path: most peers' `exports` hide their command's file.
 * @param {string} path
 */
export const ofPeer = (path) => join(peers, 'node_modules', path);
