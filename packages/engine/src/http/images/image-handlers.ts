/** Handles image operations. */
import { BadRequest, Conflict, type Handlers } from '@lading/server-v1.44';
import { hasLabels, isBefore, isTrue, lacksLabels } from '../../values/filters.js';
import { commitContainer, type CommitContext } from '../../rules/commit-container.js';
import { credentialsOf } from './distribution-handlers.js';
import { imageFilter } from './image-filter.js';
import type { BuildEngine } from '../../build/build-network.js';
import type { ImageRecord } from '../../state/image-record.js';
import { historyResponse, imageResponse, sharedSizes, summaryOf } from './image-view.js';
import { importImage } from '../../objects/images/import.js';
import { pullImage, type PullRequest } from '../../objects/images/pull.js';
import { pushImage } from '../../objects/images/push.js';
import { publicRegistry, requireValidTag } from '../../distribution/reference.js';
import { removeImage } from '../../objects/images/remove-image.js';
import { searchImages } from '../../objects/images/search.js';
import type { EventLog } from '../../state/event-log.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { progressOf } from '../../objects/images/progress.js';
import { loadImages, type LoadedImage } from '../../objects/images/load.js';
import { saveImages, selectImages } from '../../objects/images/save.js';

export function imageHandlers(context: BuildEngine & CommitContext): NonNullable<Handlers['image']> {
  const { images, containers, events, ports } = context;
  const usersOf = ({ id }: ImageRecord) => containers.all().filter(({ record }) => record.imageId === id);
  const removal = { images, usersOf };
  return {
    ...archiveHandlers(images, events),
    // Loaded with the first build: few engines build, and all of them start.
    build: async (call) => (await import('./build.js')).build(context)(call),
    commit: async ({ query, body }) => ({ Id: await commitContainer(context, query, body) }),
    create({ query, headers, body, signal }) {
      const { fromImage = '', tag, platform } = query;
      if (fromImage === '') return importImage(context, query, body);
      if (tag?.includes(':') !== true) requireValidTag(fromImage, tag);
      const credentials = credentialsOf(headers['X-Registry-Auth']);
      return pullImage(context, { name: fromImage, tag, platform, credentials, signal } satisfies PullRequest);
    },
    list({ query: { all, filters = {}, 'shared-size': withSharedSize } }) {
      const parents = new Set(images.all().map(({ parentId }) => parentId));
      const sharedSize = withSharedSize === true ? sharedSizes(images) : undefined;
      const isMatch = imageFilter(filters, images, ports.clock.now());
      return images
        .all()
        .filter((image) => all === true || image.tags.length > 0 || image.digests.length > 0 || !parents.has(image.id))
        .filter(isMatch)
        .map((image) => ({
          ...summaryOf(image, filters.reference),
          ...(sharedSize && { SharedSize: sharedSize(image) }),
        }));
    },
    inspect: ({ path: { name } }) => imageResponse(images.find(name)),
    history: ({ path: { name } }) => historyResponse(images.find(name), images),
    tag({ path: { name }, query: { repo = '', tag } }) {
      if (repo === '') throw new BadRequest('invalid reference format');
      requireValidTag(repo, tag);
      images.tag(images.find(name), repo, tag);
    },
    delete: ({ path: { name }, query: { force, noprune } }) =>
      removeImage(removal, name, { force: force === true, withParents: noprune !== true }),
    push({ path: { name }, query: { tag }, headers, request, signal }) {
      // An empty object means no credentials, and no header is a mistake.
      if (!request.headers['x-registry-auth']) requireEmptyObject(request.headers['content-length']);
      requireValidTag(name, tag);
      return pushImage(context, { name, tag, credentials: credentialsOf(headers['X-Registry-Auth']), signal });
    },
    search: ({ query, headers }) =>
      searchImages(ports.registry, publicRegistry, query, credentialsOf(headers['X-Registry-Auth'])),
    async prune({ query: { filters = {} } }) {
      const all = filters.dangling !== undefined && !isTrue(filters.dangling);
      const isSelected = (image: ImageRecord): boolean =>
        (image.tags.length === 0 ? images.childrenOf(image).length === 0 : all) &&
        isBefore(image.created, filters.until, ports.clock.now()) &&
        hasLabels(image.config.Labels, filters.label) &&
        lacksLabels(image.config.Labels, filters['label!']);
      const deleted = [];
      const before = images.layersSize();
      for (const image of images.all().filter(isSelected)) {
        if (images.get(image.id) === undefined) continue;
        // Each name is removed, so that an image with several of them goes too. One that a container uses keeps the last name.
        const names = image.tags.length > 0 ? [...image.tags].sort() : [image.id];
        for (const name of names) deleted.push(...(await removeImage(removal, name, {}).catch(noneIfUsed)));
      }
      const reclaimed = before - images.layersSize();
      events.emit('image', 'prune', '', { reclaimed: String(reclaimed) });
      return { ImagesDeleted: deleted.length === 0 ? null : deleted, SpaceReclaimed: reclaimed };
    },
  };
}

/** Leaves an image that is in use. */
function noneIfUsed(error: unknown): [] {
  if (error instanceof Conflict) return [];
  throw error;
}

/** Without the header, engines read credentials from the body: `{}`, of two bytes, has none. @throws BadRequest */
function requireEmptyObject(length = '0'): void {
  if (length === '2') return;
  const reason = length === '0' ? 'EOF' : 'credentials in the body are not read';
  throw new BadRequest(`bad parameters and missing X-Registry-Auth: invalid X-Registry-Auth header: ${reason}`);
}

type ImageHandlers = NonNullable<Handlers['image']>;

/** Handles operations that save and load images as archives. */
function archiveHandlers(images: ImageService, events: EventLog): Pick<ImageHandlers, 'get' | 'getAll' | 'load'> {
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
