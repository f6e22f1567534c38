/** Handles image operations. */
import { BadRequest, NotFound, Unauthorized, type HandlersV144 } from '@lading/server';
import type { ImageListFilters, ImageSummary } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { anyOf, hasLabels, isBefore, isTrue, lacksLabels } from '../filters.js';
import { archiveHandlers } from './archives.js';
import { build } from './build.js';
import type { Image } from './image.js';
import { importImage, pullImage } from './import.js';
import { fullName, repositoryOf } from './reference.js';
import { commit } from './commit.js';

export function imageHandlers(engine: Engine): NonNullable<HandlersV144['image']> {
  const { images } = engine;
  const userOf = ({ id }: Image) => [...engine.containers.values()].find(({ image }) => image.id === id)?.id;
  return {
    ...archiveHandlers(engine),
    build: build(engine),
    commit: commit(engine),
    create: ({ query, body }) =>
      query.fromSrc === undefined ? pullImage(engine, query) : importImage(engine, query, body),
    list({ query: { all, filters = {} } }) {
      const parents = new Set(images.all().map(({ parent }) => parent));
      return images
        .all()
        .filter((image) => all === true || image.tags.size > 0 || !parents.has(image.id))
        .filter((image) => isMatch(image, filters, engine))
        .map((image) => summaryOf(image, filters.reference));
    },
    inspect({ path: { name } }) {
      const { id, tags, digests, parent, comment, created, config, files, layers, author, tagged } = images.find(name);
      return {
        Id: id,
        RepoTags: [...tags],
        RepoDigests: [...digests],
        Parent: parent,
        Comment: comment,
        Created: created.toISOString(),
        DockerVersion: '',
        Author: author,
        Config: config,
        ContainerConfig: config,
        Architecture: 'amd64',
        Os: 'linux',
        Size: files.size,
        GraphDriver: { Name: 'memory', Data: null },
        RootFS: { Type: 'layers', Layers: [...layers] },
        Metadata: { LastTagTime: (tagged ?? new Date(-62_135_596_800_000)).toISOString() },
      };
    },
    history({ path: { name } }) {
      const { history } = images.find(name);
      return history.map(({ id, created, by, comment, size }) => {
        const image = images.search(id);
        return {
          Id: image === undefined ? '<missing>' : id,
          Created: Math.floor(created.getTime() / 1000),
          CreatedBy: by,
          Tags: image === undefined || image.tags.size === 0 ? null : [...image.tags],
          Size: size,
          Comment: comment,
        };
      });
    },
    tag({ path: { name }, query: { repo = '', tag } }) {
      const image = images.find(name);
      if (repo === '') throw new BadRequest('invalid reference format');
      images.tag(image, repo, tag);
    },
    delete: ({ path: { name }, query: { force } }) => images.remove(name, force === true, userOf),
    push({ path: { name }, query: { tag } }) {
      if (images.search(fullName(name, tag)) === undefined) {
        throw new NotFound(`An image does not exist locally with the tag: ${name}`);
      }
      throw new Unauthorized('this engine has no registry');
    },
    search: () => [],
    prune({ query: { filters = {} } }) {
      const all = filters.dangling !== undefined && !isTrue(filters.dangling);
      const unused = images
        .all()
        .filter(
          (image) =>
            userOf(image) === undefined &&
            (all || image.tags.size === 0) &&
            isBefore(image.created, filters.until) &&
            hasLabels(image.config.Labels, filters.label) &&
            lacksLabels(image.config.Labels, filters['label!']),
        );
      const deleted = unused.flatMap(({ id }) => images.remove(id, true, userOf));
      engine.events.emit('image', 'prune', '', { reclaimed: '0' });
      return { ImagesDeleted: deleted.length === 0 ? null : deleted, SpaceReclaimed: 0 };
    },
  };
}

/** Returns the image's entry in a list. @param reference patterns that select the names to include */
export function summaryOf(
  { id, tags, digests, parent, created, config, files }: Image,
  reference?: readonly string[],
): ImageSummary {
  const selectedNames = (names: ReadonlySet<string>) =>
    [...names].filter((name) => anyOf(reference, (pattern) => matchesPattern(name, pattern)));
  return {
    Id: id,
    ParentId: parent,
    RepoTags: selectedNames(tags),
    RepoDigests: selectedNames(digests),
    Created: Math.floor(created.getTime() / 1000),
    Size: files.size,
    SharedSize: -1,
    Labels: config.Labels,
    Containers: -1,
  };
}

function isMatch(image: Image, filters: ImageListFilters, { images }: Engine): boolean {
  const { before, dangling, label, reference, since, until } = filters;
  const all = images.all();
  const age = (name: string): number => all.indexOf(images.find(name));
  return (
    (dangling === undefined || isTrue(dangling) === (image.tags.size === 0)) &&
    anyOf(before, (name) => all.indexOf(image) > age(name)) &&
    anyOf(since, (name) => all.indexOf(image) < age(name)) &&
    isBefore(image.created, until) &&
    hasLabels(image.config.Labels, label) &&
    anyOf(reference, (pattern) => [...image.tags].some((tag) => matchesPattern(tag, pattern)))
  );
}

/** Whether a name, with or without its tag, matches a pattern: `al*` matches `alpine:latest`. */
function matchesPattern(tag: string, pattern: string): boolean {
  const expression = new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')}$`,
  );
  return expression.test(tag) || expression.test(repositoryOf(tag));
}
