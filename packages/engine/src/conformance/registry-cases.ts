/** What every `Registry` does. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { digestOf } from '../values/digest.js';
import { bytesOf } from '../filesystem/tar.js';
import { mediaTypes } from '../distribution/manifest.js';
import type { Registry, RepositoryAccess } from '../ports/registry.js';
import type { ConformanceCase } from './conformance-case.js';

/** A registry, and repositories of it that may be written. */
export interface TestedRegistry {
  readonly registry: Registry;
  readonly access: RepositoryAccess;
  readonly other: RepositoryAccess;
}

const data = Buffer.from('content');
const digest = digestOf(data);

export const registryCases: readonly ConformanceCase<TestedRegistry>[] = [
  {
    name: 'returns the blobs that were pushed',
    async run({ registry, access }) {
      equal(await registry.pushBlob(access, { digest, data }), 'uploaded');
      equal(await registry.pushBlob(access, { digest, data }), 'exists');
      deepEqual(await bytesOf(await registry.blob(access, digest)), data);
    },
  },
  {
    name: 'mounts a blob of another repository',
    async run({ registry, access, other }) {
      await registry.pushBlob(access, { digest, data });
      equal(await registry.pushBlob(other, { digest, data, mountFrom: access.repository }), 'mounted');
    },
  },
  {
    name: 'returns manifests by tag and by digest',
    async run({ registry, access }) {
      await registry.pushBlob(access, { digest, data });
      const config = { mediaType: mediaTypes.config, digest, size: data.length };
      const manifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, config, layers: [] };
      const body = Buffer.from(JSON.stringify(manifest));
      const pushed = await registry.pushManifest(access, 'tag', { mediaType: mediaTypes.manifest, body });
      equal(pushed, digestOf(body));
      for (const reference of ['tag', pushed])
        deepEqual(await registry.manifest(access, reference), { mediaType: mediaTypes.manifest, digest: pushed, body });
    },
  },
  {
    name: 'has nothing that was not pushed',
    async run({ registry, access }) {
      await rejects(registry.manifest(access, 'missing'), { status: 404 });
      await rejects(registry.blob(access, digestOf('missing')), { status: 404 });
    },
  },
];
