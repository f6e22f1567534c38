/** Loads images from an archive, as `docker load` does. */
import { BadRequest } from '@lading/server';
import type { EventLog } from '../events/event-log.js';
import { MemoryTree } from '../filesystem/memory-tree.js';
import { entriesOf } from '../filesystem/tar.js';
import type { ImageRecord } from './image-record.js';
import type { ImageService } from './image-service.js';

/** The file `manifest.json` of an archive. */
export interface ArchiveManifest {
  readonly Config: string;
  readonly RepoTags: readonly string[] | null;
  readonly Layers: readonly string[];
}

export interface LoadedImage {
  readonly image: ImageRecord;
  readonly tags: readonly string[];
}

/** @throws BadRequest for an invalid archive */
export async function loadImages(
  images: ImageService,
  events: EventLog,
  archive: AsyncIterable<Uint8Array>,
): Promise<LoadedImage[]> {
  const entries = await entriesOf(archive);
  const file = (path: string): Buffer => {
    const entry = entries.get(`/${path}`);
    if (entry?.kind !== 'file') throw new BadRequest(`open ${path}: no such file or directory`);
    return entry.data;
  };
  const loaded: LoadedImage[] = [];
  for (const { Config, RepoTags, Layers } of readManifest(file('manifest.json').toString())) {
    const files = new MemoryTree();
    for (const layer of Layers) for (const [path, entry] of await entriesOf([file(layer)])) files.put(path, entry);
    const image = images.load(file(Config).toString(), files);
    for (const tag of RepoTags ?? []) images.tag(image, tag);
    events.emit('image', 'load', image.id, { name: image.id });
    loaded.push({ image, tags: RepoTags ?? [] });
  }
  return loaded;
}

function readManifest(text: string): readonly ArchiveManifest[] {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    throw new BadRequest(error instanceof Error ? error.message : 'invalid manifest.json');
  }
  const isManifest = (each: unknown): each is ArchiveManifest => {
    const { Config, Layers, RepoTags } = (each ?? {}) as Partial<Record<keyof ArchiveManifest, unknown>>;
    const isList = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
    return (
      typeof Config === 'string' && isList(Layers) && (RepoTags === null || RepoTags === undefined || isList(RepoTags))
    );
  };
  if (!Array.isArray(manifest) || !manifest.every(isManifest)) throw new BadRequest('invalid manifest.json');
  return manifest;
}
