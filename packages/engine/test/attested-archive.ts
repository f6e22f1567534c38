/** A test fixture: the archive of an image with statements about it. */
import { buffer } from 'node:stream/consumers';
import { machinePlatform } from '../src/distribution/platform.js';
import { archiveWith } from '../src/filesystem/tar.js';
import { digestOf } from '../src/values/digest.js';

export const slsa = 'https://slsa.dev/provenance/v1';
export const spdx = 'https://spdx.dev/Document';

/** An archive as builders write it: an index with an image and the statements about it. */
export async function attested({ withManifest = false, withStatements = true } = {}): Promise<Buffer> {
  const blobs: Record<string, string | Buffer> = {};
  const add = (data: string | Buffer, mediaType: string, more: object = {}) => {
    const digest = digestOf(data);
    blobs[`blobs/${digest.replace(':', '/')}`] = data;
    return { mediaType: `application/vnd.${mediaType}`, digest, size: Buffer.byteLength(data), ...more };
  };
  const layer = await buffer(archiveWith({ motd: 'hello\n' }));
  const { os, architecture } = machinePlatform;
  const file = { os, architecture, config: {}, rootfs: { type: 'layers', diff_ids: [digestOf(layer)] } };
  const config = add(JSON.stringify(file), 'oci.image.config.v1+json');
  const image = add(
    JSON.stringify({ schemaVersion: 2, config, layers: [add(layer, 'oci.image.layer.v1.tar')] }),
    'oci.image.manifest.v1+json',
    { platform: { os, architecture } },
  );
  const statements = [slsa, spdx].map((predicateType) => {
    const text = JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', predicateType, predicate: { a: 1 } });
    const layer = add(text, 'in-toto+json', { annotations: { 'in-toto.io/predicate-type': predicateType } });
    if (!withStatements) delete blobs[`blobs/${layer.digest.replace(':', '/')}`];
    return layer;
  });
  const attestation = add(
    JSON.stringify({ schemaVersion: 2, config: add('{}', 'oci.image.config.v1+json'), layers: statements }),
    'oci.image.manifest.v1+json',
    {
      platform: { os: 'unknown', architecture: 'unknown' },
      annotations: {
        'vnd.docker.reference.type': 'attestation-manifest',
        'vnd.docker.reference.digest': image.digest,
      },
    },
  );
  const index = add(JSON.stringify({ schemaVersion: 2, manifests: [image, attestation] }), 'oci.image.index.v1+json', {
    annotations: { 'io.containerd.image.name': 'registry.test/attested:1' },
  });
  const manifest = [
    {
      Config: `blobs/${config.digest.replace(':', '/')}`,
      RepoTags: ['registry.test/attested:1'],
      Layers: [`blobs/${digestOf(layer).replace(':', '/')}`],
    },
  ];
  return buffer(
    archiveWith({
      ...blobs,
      'index.json': JSON.stringify({ schemaVersion: 2, manifests: [index] }),
      ...(withManifest && { 'manifest.json': JSON.stringify(manifest) }),
    }),
  );
}
