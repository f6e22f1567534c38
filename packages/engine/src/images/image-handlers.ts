/** Handles image operations. */
import { BadRequest, NotFound, Unauthorized, type HandlersV144 } from '@lading/server';
import { build } from '../build/build.js';
import { hasLabels, isBefore, isTrue, lacksLabels } from '../filters.js';
import { archiveHandlers } from './archive-handlers.js';
import { commit } from './commit.js';
import { imageFilter } from './image-filter.js';
import type { ImageHandlerContext } from './image-handler-context.js';
import type { ImageRecord } from './image-record.js';
import { historyResponse, imageResponse, summaryOf } from './image-view.js';
import { importImage } from './import.js';
import { pullImage } from './pull.js';
import { fullName } from './reference.js';

export function imageHandlers(context: ImageHandlerContext): NonNullable<HandlersV144['image']> {
  const { images, containers, events, ports } = context;
  const usersOf = ({ id }: ImageRecord) => containers.all().filter(({ record }) => record.imageId === id);
  return {
    ...archiveHandlers(images, events),
    build: build(context),
    commit: commit(context),
    create: ({ query, body }) =>
      query.fromSrc === undefined ? pullImage(context, query) : importImage(context, query, body),
    list({ query: { all, filters = {} } }) {
      const parents = new Set(images.all().map(({ parentId }) => parentId));
      const isMatch = imageFilter(filters, images, ports.clock.now());
      return images
        .all()
        .filter((image) => all === true || image.tags.length > 0 || !parents.has(image.id))
        .filter(isMatch)
        .map((image) => summaryOf(image, images, filters.reference));
    },
    inspect: ({ path: { name } }) => imageResponse(images.find(name), images),
    history: ({ path: { name } }) => historyResponse(images.find(name), images),
    tag({ path: { name }, query: { repo = '', tag } }) {
      const image = images.find(name);
      if (repo === '') throw new BadRequest('invalid reference format');
      images.tag(image, repo, tag);
    },
    delete: ({ path: { name }, query: { force } }) => images.remove(name, force === true, usersOf),
    push({ path: { name }, query: { tag } }) {
      if (images.search(fullName(name, tag)) === undefined)
        throw new NotFound(`An image does not exist locally with the tag: ${name}`);
      throw new Unauthorized('this engine has no registry');
    },
    search: () => [],
    async prune({ query: { filters = {} } }) {
      const all = filters.dangling !== undefined && !isTrue(filters.dangling);
      const unused = images
        .all()
        .filter(
          (image) =>
            usersOf(image).length === 0 &&
            (all || image.tags.length === 0) &&
            isBefore(image.created, filters.until, ports.clock.now()) &&
            hasLabels(image.config.Labels, filters.label) &&
            lacksLabels(image.config.Labels, filters['label!']),
        );
      const deleted = [];
      let reclaimed = 0;
      for (const image of unused) {
        const { size } = images.files(image);
        const items = await images.remove(image.id, true, usersOf);
        deleted.push(...items);
        if (items.some(({ Deleted }) => Deleted === image.id)) reclaimed += size;
      }
      events.emit('image', 'prune', '', { reclaimed: String(reclaimed) });
      return { ImagesDeleted: deleted.length === 0 ? null : deleted, SpaceReclaimed: reclaimed };
    },
  };
}
