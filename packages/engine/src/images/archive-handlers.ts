/** Handles operations that save and load images as archives. */
import { buffer } from 'node:stream/consumers';
import type { HandlersV144 } from '@lading/server';
import type { EventLog } from '../events/event-log.js';
import { archiveOf, archiveWith } from '../filesystem/tar.js';
import type { ImageService } from './image-service.js';
import { loadImages, type ArchiveManifest } from './load.js';

type ImageHandlers = NonNullable<HandlersV144['image']>;

export function archiveHandlers(
  images: ImageService,
  events: EventLog,
): Pick<ImageHandlers, 'get' | 'getAll' | 'load'> {
  const save = async (names: readonly string[]) => {
    const manifests: ArchiveManifest[] = [];
    const files: Record<string, string | Uint8Array> = {};
    for (const name of names) {
      const image = images.find(name);
      const { id, tags, configFile } = image;
      const [Config, Layer] = [`${id.slice(7)}.json`, `${id.slice(7)}/layer.tar`];
      files[Config] = configFile;
      files[Layer] = await buffer(archiveOf(images.files(image), '/'));
      manifests.push({ Config, RepoTags: [...tags], Layers: [Layer] });
      events.emit('image', 'save', id, { name: id });
    }
    return archiveWith({ ...files, 'manifest.json': JSON.stringify(manifests) });
  };
  return {
    get: ({ path: { name } }) => save([name]),
    getAll: ({ query: { names = [] } }) => save(names),
    async *load({ body }) {
      for (const { image, tags } of await loadImages(images, events, body)) {
        if (tags.length === 0) yield { stream: `Loaded image ID: ${image.id}\n` };
        for (const tag of tags) yield { stream: `Loaded image: ${tag}\n` };
      }
    },
  };
}
