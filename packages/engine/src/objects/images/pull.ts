/** Pulls images from registries. */
import { BadRequest, HttpError, NotFound, ServerError } from '@lading/server-v1.44';
import type { CreateImageInfo } from '@lading/types-v1.44';
import { digestOf } from '../../values/digest.js';
import { decompress, maxArchive } from '../../filesystem/decompress.js';
import { limitedBytes } from '../../filesystem/response-bytes.js';
import type { RegistryCredentials, RegistryManifest, RepositoryAccess } from '../../ports/registry.js';
import { maxConfigFile, readConfigFile } from './config-file.js';
import type { ImageContext } from './layer-sources.js';
import type { ImageRecord } from '../../state/image-record.js';
import { manifestFor, readManifest, type ContentDescriptor, type ImageManifest } from '../../distribution/manifest.js';
import { machinePlatform, parsePlatform, platformText, type ImagePlatform } from '../../distribution/platform.js';
import { progressOf } from './progress.js';
import { fullName, registryReferenceOf, repositoryOf } from '../../distribution/reference.js';

export interface PullRequest {
  readonly name: string;
  readonly tag?: string | undefined;
  readonly platform?: string | undefined;
  readonly credentials?: RegistryCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

type FetchManifest = (reference: string) => Promise<RegistryManifest>;

/** Yields the progress, and returns the image. Without a tag, the tag is `latest`. @throws NotFound, Unauthorized */
export async function* pullImage(
  context: ImageContext,
  { name: wanted, tag, platform, credentials, signal }: PullRequest,
): AsyncGenerator<CreateImageInfo, ImageRecord> {
  if (/^(docker\.io\/)?(library\/)?scratch(:|@|$)/.test(wanted))
    throw new HttpError(403, "'scratch' is a reserved name");
  const wantedPlatform = platform ? parsePlatform(platform) : machinePlatform;
  const { images, events, ports } = context;
  const name = fullName(wanted, tag);
  const { host, repository, reference } = registryReferenceOf(name);
  const access: RepositoryAccess = { host, repository, credentials, signal };
  const fetchManifest: FetchManifest = (each) => ports.registry.manifest(access, each);
  const manifest = await fetchManifest(reference);
  yield { status: `Pulling from ${repository}`, id: reference };
  const imageManifest = await imageManifestOf(manifest, wantedPlatform, fetchManifest);
  const existing = images.search(name);
  for (const layer of imageManifest.layers)
    yield { status: 'Pulling fs layer', progressDetail: {}, id: shortId(layer) };
  const image = images.get(imageManifest.config.digest) ?? (yield* pullContent(context, access, imageManifest));
  const isUpToDate = existing?.id === image.id;
  if (!name.includes('@') && !image.tags.includes(name)) images.tag(image, name);
  images.addDigest(image, `${repositoryOf(name)}@${manifest.digest}`);
  events.emit('image', 'pull', name, { ...image.config.Labels, name: repositoryOf(name) });
  yield { status: `Digest: ${manifest.digest}` };
  yield { status: `Status: ${isUpToDate ? 'Image is up to date' : 'Downloaded newer image'} for ${name}` };
  return images.get(image.id) ?? image;
}

/** Fetches the configuration file and the layers. */
async function* pullContent(
  { images, ports: { registry, ids }, sources }: ImageContext,
  access: RepositoryAccess,
  { config, layers }: ImageManifest,
): AsyncGenerator<CreateImageInfo, ImageRecord> {
  const configFile = await limitedBytes(await registry.blob(access, config.digest), 'the image config', maxConfigFile);
  if (digestOf(configFile) !== config.digest)
    throw new ServerError(`image config verification failed for digest ${config.digest}`);
  const { diff_ids: diffIds } = readConfigFile(configFile.toString()).rootfs;
  if (diffIds.length !== layers.length) throw new ServerError("layers from manifest don't match image configuration");
  // The layers of an image that is not complete belong to the pull.
  const pull = `pull/${ids.next()}`;
  try {
    for (const [index, layer] of layers.entries()) {
      const below = diffIds.slice(0, index);
      const pulled = diffIds.slice(0, index + 1);
      const id = shortId(layer);
      if (images.layers.find(pulled) !== undefined) yield { status: 'Already exists', progressDetail: {}, id };
      else {
        const bytes = yield* download(await registry.blob(access, layer.digest), layer);
        yield progressOf('Extracting', id, bytes.length, layer.size);
        await images.layers.add(below, await decompress(bytes));
        yield { status: 'Pull complete', progressDetail: {}, id };
      }
      images.layers.use(pull, pulled);
      sources.add(diffIds[index] ?? '', access, layer.digest, layer.size);
    }
    return await images.load(
      configFile.toString(),
      diffIds.map((diffId) => images.layers.archive(diffId)),
    );
  } finally {
    await images.layers.release(pull);
  }
}

async function* download(
  blob: AsyncIterable<Uint8Array>,
  layer: ContentDescriptor,
): AsyncGenerator<CreateImageInfo, Buffer> {
  const id = shortId(layer);
  const chunks: Uint8Array[] = [];
  let current = 0;
  for await (const chunk of blob) {
    current += chunk.length;
    // The digest of what is longer is another one in any case.
    if (current > Math.min(layer.size || maxArchive, maxArchive))
      throw new ServerError(`layer ${layer.digest} is too large`);
    chunks.push(chunk);
    yield progressOf('Downloading', id, current, layer.size);
  }
  const bytes = Buffer.concat(chunks);
  yield { status: 'Verifying Checksum', progressDetail: {}, id };
  if (digestOf(bytes) !== layer.digest)
    throw new ServerError(`filesystem layer verification failed for digest ${layer.digest}`);
  yield { status: 'Download complete', progressDetail: {}, id };
  return bytes;
}

/** Follows an index to the manifest of a platform. @throws NotFound if there is none */
async function imageManifestOf(
  { body, mediaType }: RegistryManifest,
  platform: ImagePlatform,
  fetchManifest: FetchManifest,
): Promise<ImageManifest> {
  const manifest = readManifest(body.toString(), mediaType);
  if (manifest.kind === 'image') return manifest;
  const chosen = manifestFor(manifest, platform);
  if (chosen === undefined)
    throw new NotFound(`no matching manifest for ${platformText(platform)} in the manifest list entries`);
  const inner = await fetchManifest(chosen.digest);
  const image = readManifest(inner.body.toString(), inner.mediaType);
  if (image.kind !== 'image') throw new BadRequest(`the index of ${platformText(platform)} lists another index`);
  return image;
}

function shortId({ digest }: ContentDescriptor): string {
  return digest.slice('sha256:'.length, 'sha256:'.length + 12);
}
