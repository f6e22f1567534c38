/** Handles operations that save and load images as archives. */
import type { Handlers } from '@lading/server-v1.44';
import type { EventLog } from '../../state/event-log.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { progressOf } from '../../objects/images/progress.js';
import { loadImages, type LoadedImage } from '../../objects/images/load.js';
import { saveImages, selectImages } from '../../objects/images/save.js';

type ImageHandlers = NonNullable<Handlers['image']>;

export function archiveHandlers(
  images: ImageService,
  events: EventLog,
): Pick<ImageHandlers, 'get' | 'getAll' | 'load'> {
  const save = (names: readonly string[]): AsyncIterable<Uint8Array> => {
    const selected = selectImages(images, names);
    for (const { id } of selected.keys()) events.emit('image', 'save', id, { name: id });
    return saveImages(images, selected);
  };
  return {
    get: ({ path: { name } }) => save([name]),
    getAll: ({ query: { names = [] } }) => save(names),
    async *load({ query: { quiet }, body }) {
      let loaded: LoadedImage[];
      try {
        loaded = await loadImages(images, events, body);
      } catch (error) {
        // The status has been sent when an engine reads the archive.
        const { message } = error as Error;
        return void (yield { errorDetail: { message }, error: message });
      }
      for (const { image, tags, replaced, layers } of loaded) {
        if (quiet !== true)
          for (const { diffId, size } of layers) yield progressOf('Loading layer', diffId.slice(7, 19), size, size);
        for (const { name, id } of replaced)
          if (quiet !== true)
            yield { stream: `The image ${name} already exists, renaming the old one with ID ${id} to empty string\n` };
        if (tags.length === 0) yield { stream: `Loaded image ID: ${image.id}\n` };
        for (const tag of tags) yield { stream: `Loaded image: ${tag}\n` };
      }
    },
  };
}
