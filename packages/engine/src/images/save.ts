/** Saves images as an archive that is an OCI image layout, and that older engines load too. */
import { digestOf } from '../blobs/digest.js';
import { archiveWith } from '../filesystem/tar.js';
import type { ImageRecord } from './image-record.js';
import type { ImageService } from './image-service.js';
import type { ArchiveManifest } from './archive-manifest.js';
import { mediaTypes } from './media-types.js';
import { fullName, registryReferenceOf, repositoryOf } from './reference.js';

/** @param names names or ids; an image that is named by its id is saved with no name. @throws NotFound */
export function saveImages(images: ImageService, names: readonly string[]): AsyncIterable<Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  const selected = new Map<ImageRecord, readonly string[]>();
  const select = (image: ImageRecord, ...tags: string[]): void => {
    selected.set(image, [...new Set([...(selected.get(image) ?? []), ...tags])]);
  };
  for (const name of names) {
    const image = images.find(name);
    const full = fullName(name);
    // A repository without a tag means all of its tags.
    if (image.tags.includes(full) && name === repositoryOf(name))
      for (const each of images.all())
        for (const tag of each.tags) if (repositoryOf(tag) === repositoryOf(full)) select(each, tag);
    select(image, ...(image.tags.includes(full) ? [full] : []));
  }
  const manifests: ArchiveManifest[] = [];
  const descriptors: object[] = [];
  const repositories: Record<string, Record<string, string>> = {};
  for (const [image, tags] of selected) {
    const { id, configFile, layers } = image;
    files[pathOf(id)] = configFile;
    const sources = layers.map((digest) => {
      const archive = images.layers.archive(digest);
      files[pathOf(digest)] = archive;
      return { mediaType: mediaTypes.ociLayer, digest, size: archive.length };
    });
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.ociManifest,
      config: { mediaType: mediaTypes.ociConfig, digest: id, size: Buffer.byteLength(configFile) },
      layers: sources,
    });
    const digest = digestOf(manifest);
    files[pathOf(digest)] = manifest;
    const descriptor = { mediaType: mediaTypes.ociManifest, digest, size: Buffer.byteLength(manifest) };
    descriptors.push(...(tags.length === 0 ? [descriptor] : tags.map((tag) => ({ ...descriptor, ...namesOf(tag) }))));
    for (const tag of tags) {
      const repository = repositoryOf(tag);
      repositories[repository] = {
        ...repositories[repository],
        [tag.slice(repository.length + 1)]: (layers.at(-1) ?? id).slice('sha256:'.length),
      };
    }
    manifests.push({
      ...{ Config: pathOf(id), RepoTags: tags.length === 0 ? null : tags, Layers: layers.map(pathOf) },
      ...{ LayerSources: Object.fromEntries(sources.map((source) => [source.digest, source])) },
    });
  }
  const index = { schemaVersion: 2, mediaType: mediaTypes.ociIndex, manifests: descriptors };
  return archiveWith({
    ...files,
    'index.json': JSON.stringify(index),
    'manifest.json': JSON.stringify(manifests),
    'oci-layout': JSON.stringify({ imageLayoutVersion: '1.0.0' }),
    ...(Object.keys(repositories).length > 0 && { repositories: JSON.stringify(repositories) }),
  });
}

function namesOf(tag: string): object {
  const { host, repository, reference } = registryReferenceOf(tag);
  const annotations = {
    'io.containerd.image.name': `${host}/${repository}:${reference}`,
    'org.opencontainers.image.ref.name': reference,
  };
  return { annotations };
}

function pathOf(digest: string): string {
  return `blobs/${digest.replace(':', '/')}`;
}
