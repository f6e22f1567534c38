/** Handles operations that save and load images as archives. */
import type { HandlersV144 } from '@lading/server';
import type { EventLog } from '../events/event-log.js';
import type { ImageService } from './image-service.js';
import { loadImages } from './load.js';
import { saveImages } from './save.js';

type ImageHandlers = NonNullable<HandlersV144['image']>;

export function archiveHandlers(
  images: ImageService,
  events: EventLog,
): Pick<ImageHandlers, 'get' | 'getAll' | 'load'> {
  const save = (names: readonly string[]): AsyncIterable<Uint8Array> => {
    const archive = saveImages(images, names);
    for (const { id } of new Set(names.map((name) => images.find(name))))
      events.emit('image', 'save', id, { name: id });
    return archive;
  };
  return {
    get: ({ path: { name } }) => save([name]),
    getAll: ({ query: { names = [] } }) => save(names),
    async *load({ query: { quiet }, body }) {
      for (const { image, tags, replaced } of await loadImages(images, events, body)) {
        for (const { name, id } of replaced)
          if (quiet !== true)
            yield { stream: `The image ${name} already exists, renaming the old one with ID ${id} to empty string\n` };
        if (tags.length === 0) yield { stream: `Loaded image ID: ${image.id}\n` };
        for (const tag of tags) yield { stream: `Loaded image: ${tag}\n` };
      }
    },
  };
}
