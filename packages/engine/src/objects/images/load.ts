/** Loads images from an archive, as `docker load` does: of engines, old and new, and of the OCI image layout. */
import { BadRequest } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import { decompress } from '../../filesystem/decompress.js';
import { entriesOf } from '../../filesystem/tar.js';
import { resolvePath } from '../../filesystem/paths.js';
import { parseJson } from '../../values/parse-json.js';
import { attestationsIn } from './attestations.js';
import { readConfigFile } from './config-file.js';
import type { ImageRecord } from '../../state/image-record.js';
import type { ImageService } from './image-service.js';
import { manifestsOfLayout, type ArchiveManifest } from './oci-layout.js';

export interface LoadedImage {
  readonly image: ImageRecord;
  readonly tags: readonly string[];
  /** The images that lost names to it. */
  readonly replaced: readonly ReplacedName[];
  /** The layers that the engine did not have, with the bytes of their archives. */
  readonly layers: readonly { readonly diffId: string; readonly size: number }[];
}

export interface ReplacedName {
  readonly name: string;
  readonly id: string;
}

/** @throws BadRequest for an invalid archive */
export async function loadImages(
  images: ImageService,
  events: EventLog,
  archive: AsyncIterable<Uint8Array>,
): Promise<LoadedImage[]> {
  const entries = await entriesOf(archive);
  const file = (path: string): Buffer => {
    let entry = entries.get(resolvePath(path));
    // Older archives have links to layers that occur more than once.
    if (entry?.kind === 'link') entry = entries.get(resolvePath(entry.target, resolvePath('..', resolvePath(path))));
    if (entry?.kind !== 'file') throw new BadRequest(`open ${path}: no such file or directory`);
    return entry.data;
  };
  const manifests = entries.has('/manifest.json')
    ? readManifests(file('manifest.json').toString())
    : manifestsOfLayout(entries.has('/index.json') ? file : undefined);
  const attestations = attestationsIn((path) => {
    const entry = entries.get(resolvePath(path));
    return entry?.kind === 'file' ? entry.data.toString() : undefined;
  });
  const loaded: LoadedImage[] = [];
  for (const { Config, RepoTags, Layers } of manifests) {
    const config = file(Config).toString();
    if (!Object.hasOwn(Object(parseJson(config)), 'rootfs')) throw new BadRequest('invalid image JSON, no RootFS key');
    const { os } = readConfigFile(config);
    if (os === 'windows') throw new BadRequest('cannot load windows image on linux');
    const layers = (Layers ?? []).map((path) => () => decompress(file(path)));
    const earlier = new Set(images.layers.all());
    const image = images.attest(await images.load(config, layers), attestations.get(Config));
    const tags = RepoTags ?? [];
    const replaced = tags.flatMap((name) => {
      const owner = images.search(name);
      return owner === undefined || owner.id === image.id ? [] : [{ name, id: owner.id }];
    });
    for (const tag of tags) images.tag(image, tag);
    events.emit('image', 'load', image.id, { name: image.id });
    const added = image.layers.flatMap((diffId, index) => {
      const layer = images.layers.find(image.layers.slice(0, index + 1));
      return layer === undefined || earlier.has(layer) ? [] : [{ diffId, size: file(Layers?.[index] ?? '').length }];
    });
    loaded.push({ image, tags, replaced, layers: added });
  }
  return loaded;
}

function readManifests(text: string): readonly ArchiveManifest[] {
  const manifests = parseJson(text);
  if (manifests === null) throw new BadRequest('invalid manifest, manifest cannot be null (but can be [])');
  const isManifest = (each: unknown): each is ArchiveManifest => {
    const { Config, Layers, RepoTags } = (each ?? {}) as Partial<Record<keyof ArchiveManifest, unknown>>;
    const isList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
    return typeof Config === 'string' && isList(Layers ?? []) && isList(RepoTags ?? []);
  };
  if (!Array.isArray(manifests) || !manifests.every(isManifest)) throw new BadRequest('invalid manifest.json');
  return manifests;
}
