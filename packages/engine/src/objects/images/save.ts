/** Saves images as an archive that is an OCI image layout, and that older engines load too. */
import { NotFound, ServerError } from '@lading/server-v1.44';
import { digestOf } from '../../values/digest.js';
import { archiveWith, type ArchivedFile } from '../../filesystem/tar.js';
import type { ImageRecord } from '../../state/image-record.js';
import type { ImageService } from './image-service.js';
import type { ArchiveManifest } from './oci-layout.js';
import { mediaTypes } from '../../distribution/manifest.js';
import { fullName, registryReferenceOf, repositoryOf, requireValidName } from '../../distribution/reference.js';

/** The images of an archive, and the names that they have in it. */
type SelectedImages = ReadonlyMap<ImageRecord, readonly string[]>;

/** @param names names or ids; an image that is named by its id is saved with no name. @throws NotFound */
export function selectImages(images: ImageService, names: readonly string[]): SelectedImages {
  const selected = new Map<ImageRecord, readonly string[]>();
  const select = (image: ImageRecord, ...tags: string[]): void => {
    selected.set(image, [...new Set([...(selected.get(image) ?? []), ...tags])]);
  };
  for (const name of names) {
    const full = fullName(name);
    // A repository without a tag means all of its tags.
    const tagged = name === repositoryOf(name) ? taggedIn(images, repositoryOf(full)) : [];
    for (const { image, tag } of tagged) select(image, tag);
    if (tagged.length > 0) continue;
    const image = images.search(name);
    if (image === undefined) {
      requireValidName(name, (message) => new ServerError(message));
      throw new NotFound(name === repositoryOf(name) ? `No such image: ${name}` : 'reference does not exist');
    }
    select(image, ...(image.tags.includes(full) ? [full] : []));
  }
  return selected;
}

export function saveImages(images: ImageService, selected: SelectedImages): AsyncIterable<Uint8Array> {
  const files: Record<string, string | ArchivedFile> = {};
  const manifests: ArchiveManifest[] = [];
  const descriptors: object[] = [];
  const repositories: Record<string, Record<string, string>> = {};
  for (const [image, tags] of selected) {
    const { id, configFile, layers } = image;
    files[pathOf(id)] = { data: configFile, modified: image.created };
    const sources = layers.map((digest) => {
      const archive = images.layers.archive(digest);
      files[pathOf(digest)] = { data: archive, modified: image.created };
      return { mediaType: mediaTypes.ociLayer, digest, size: archive.length };
    });
    const manifest = JSON.stringify({
      schemaVersion: 2,
      mediaType: mediaTypes.ociManifest,
      config: { mediaType: mediaTypes.ociConfig, digest: id, size: Buffer.byteLength(configFile) },
      layers: sources,
    });
    const digest = digestOf(manifest);
    files[pathOf(digest)] = { data: manifest, modified: image.created };
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
      Config: pathOf(id),
      RepoTags: tags.length === 0 ? null : tags,
      Layers: layers.map(pathOf),
      LayerSources: Object.fromEntries(sources.map((source) => [source.digest, source])),
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

function taggedIn(images: ImageService, repository: string): { readonly image: ImageRecord; readonly tag: string }[] {
  return images
    .all()
    .flatMap((image) => image.tags.filter((tag) => repositoryOf(tag) === repository).map((tag) => ({ image, tag })));
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
