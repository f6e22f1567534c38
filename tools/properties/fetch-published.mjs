/**
 * Fetches every published document of the engine's API from Debian's source package of the engine, for the
 * property tests over all of them: `node tools/properties/fetch-published.mjs`. They are stored outside the repository.
 *
 * Exits with 1 and the reason if they cannot be fetched; the tests then use the available documents.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { env, exit, getuid, stderr, stdout } from 'node:process';
import { pathToFileURL } from 'node:url';
import { usage } from '../run/entry.mjs';
import { unpackSource } from '../run/installs.mjs';

const source = {
  address: 'https://deb.debian.org/debian/pool/main/d/docker.io/docker.io_28.5.2+dfsg4.orig.tar.xz',
  sha256: '2b390db1e12edabfa0a45e9ae03aece8f5933961e059da2dc79b1986c16e378e',
  files: '*/engine/docs/api/v1.*.yaml',
  depth: 5,
};

/** The folder of the documents, with one `v1.44.yaml` for each version. */
export const publishedFolder = env['LADING_PUBLISHED'] ?? '/var/tmp/lading-published';

/** Whether they are fetched. A folder of another user does not count: in a shared directory, anyone could have created it. */
export function isFetched() {
  return existsSync(publishedFolder) && (getuid === undefined || statSync(publishedFolder).uid === getuid());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  usage(`
Usage: node tools/properties/fetch-published.mjs

Fetches every published document of the API, 1.25 to 1.51, into ${publishedFolder} (LADING_PUBLISHED names another folder).`);
  try {
    if (existsSync(publishedFolder) && !isFetched()) throw new Error(`${publishedFolder} belongs to another user`);
    if (!isFetched()) await unpackSource(source, publishedFolder);
    stdout.write(`${readdirSync(publishedFolder).length} published documents in ${join(publishedFolder, '.')}\n`);
  } catch (error) {
    const reason = error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error);
    stderr.write(`SKIPPED: the published documents of all versions cannot be fetched (${reason})\n`);
    exit(1);
  }
}
