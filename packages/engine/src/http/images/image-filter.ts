/** Selects images by the filters of a request. */
import type { ImageListFilters } from '@lading/types-v1.44';
import { anyOf, hasLabels, isBefore, isTrue } from '../../values/filters.js';
import { globOf } from '../../values/glob.js';
import type { ImageRecord } from '../../state/image-record.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { repositoryOf } from '../../distribution/reference.js';

/** Returns a test for the filters. @throws NotFound for a filter that names a missing image */
export function imageFilter(
  { before, dangling, label, reference, since, until }: ImageListFilters,
  images: ImageService,
  now: number,
): (image: ImageRecord) => boolean {
  const ids = images.all().map(({ id }) => id);
  const age = (name: string): number => ids.indexOf(images.find(name).id);
  const [newest, oldest] = [before?.map(age), since?.map(age)];
  return ({ id, tags, created, config }) => {
    const position = ids.indexOf(id);
    return (
      (dangling === undefined || isTrue(dangling) === (tags.length === 0)) &&
      (newest === undefined || newest.some((limit) => position > limit)) &&
      (oldest === undefined || oldest.some((limit) => position < limit)) &&
      isBefore(created, until, now) &&
      hasLabels(config.Labels, label) &&
      anyOf(reference, (pattern) => tags.some((tag) => matchesReference(tag, pattern)))
    );
  };
}

/** Whether a name, with or without its tag, matches a pattern: `al*` matches `alpine:latest`. */
export function matchesReference(tag: string, pattern: string): boolean {
  const glob = globOf(pattern);
  return glob !== undefined && (glob.matches(tag) || glob.matches(repositoryOf(tag)));
}
