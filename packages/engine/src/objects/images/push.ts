/** Pushes images to registries. */
import { gzipSync } from 'node:zlib';
import { NotFound } from '@lading/server-v1.44';
import type { PushImageInfo } from '@lading/types-v1.44';
import { digestOf } from '../../values/digest.js';
import type { RegistryCredentials, RepositoryAccess } from '../../ports/registry.js';
import type { ImageContext } from './layer-sources.js';
import type { ImageRecord } from '../../state/image-record.js';
import { mediaTypes } from '../../distribution/manifest.js';
import { progressOf } from './progress.js';
import { fullName, registryReferenceOf, repositoryOf } from '../../distribution/reference.js';

export interface PushRequest {
  readonly name: string;
  /** Without it, all tags of the repository. */
  readonly tag?: string | undefined;
  readonly credentials: RegistryCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** @returns the progress, which fails if there is no such image */
export function pushImage(
  context: ImageContext,
  { name, tag, credentials, signal }: PushRequest,
): AsyncIterable<PushImageInfo> {
  const { images } = context;
  const repository = repositoryOf(fullName(name));
  const { host, repository: path } = registryReferenceOf(`${repository}:latest`);
  const displayed = `${host}/${path}`;
  const all = images.all().flatMap((image) => image.tags.filter((each) => repositoryOf(each) === repository));
  const tags = tag ? all.filter((each) => each === fullName(name, tag)) : all;
  const access = { host, repository: path, credentials, signal };
  return (async function* () {
    yield { status: `The push refers to repository [${displayed}]` };
    if (all.length === 0) throw new NotFound(`An image does not exist locally with the tag: ${repository}`);
    if (tags.length === 0) throw new NotFound(`tag does not exist: ${fullName(name, tag)}`);
    for (const each of tags) yield* pushTag(context, access, images.find(each), each);
  })();
}

async function* pushTag(
  { images, events, ports: { registry }, sources }: ImageContext,
  access: RepositoryAccess,
  image: ImageRecord,
  name: string,
): AsyncGenerator<PushImageInfo> {
  const tag = name.slice(repositoryOf(name).length + 1);
  const idOf = (diffId: string): string => diffId.slice('sha256:'.length, 'sha256:'.length + 12);
  for (const diffId of image.layers) yield { status: 'Preparing', progressDetail: {}, id: idOf(diffId) };
  const layers = [];
  for (const diffId of image.layers) {
    const id = idOf(diffId);
    const data = gzipSync(images.layers.archive(diffId));
    const digest = digestOf(data);
    const own = sources.of(diffId).filter(({ host }) => host === access.host);
    const source = own.find((each) => each.digest === digest && each.repository !== access.repository);
    const progress: PushImageInfo[] = [];
    const result = await registry.pushBlob(access, {
      digest,
      data,
      mountFrom: source?.repository,
      onProgress: (sent) => progress.push(progressOf('Pushing', id, sent, data.length)),
    });
    yield* progress;
    const status =
      result === 'exists'
        ? 'Layer already exists'
        : result === 'mounted'
          ? `Mounted from ${source?.repository ?? ''}`
          : 'Pushed';
    yield { status, progressDetail: {}, id };
    sources.add(diffId, access, digest, data.length);
    layers.push({ mediaType: mediaTypes.gzipLayer, size: data.length, digest });
  }
  const data = Buffer.from(image.configFile);
  await registry.pushBlob(access, { digest: image.id, data });
  const manifest = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: { mediaType: mediaTypes.config, size: data.length, digest: image.id },
    layers,
  };
  const body = Buffer.from(JSON.stringify(manifest, undefined, 3));
  const digest = await registry.pushManifest(access, tag, { mediaType: mediaTypes.manifest, body });
  images.addDigest(image, `${repositoryOf(name)}@${digest}`);
  events.emit('image', 'push', name, { ...image.config.Labels, name: repositoryOf(name) });
  yield { status: `${tag}: digest: ${digest} size: ${body.length}` };
  yield { progressDetail: {}, aux: { Tag: tag, Digest: digest, Size: body.length } };
}
