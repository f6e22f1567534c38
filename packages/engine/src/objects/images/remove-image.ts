/** Removes images: names first, then the image with its last name, then parents that nothing else needs. */
import { BadRequest, Conflict } from '@lading/server-v1.44';
import type { ImageDeleteResponseItem } from '@lading/types-v1.44';
import type { ImageRecord } from '../../state/image-record.js';
import type { ImageService } from './image-service.js';
import { fullName, repositoryOf } from '../../distribution/reference.js';

/** A container that uses an image. */
export interface ImageUser {
  readonly id: string;
  readonly isRunning: boolean;
}

interface RemovalContext {
  readonly images: ImageService;
  readonly usersOf: (image: ImageRecord) => readonly ImageUser[];
}

export interface RemovalOptions {
  readonly force?: boolean;
  /** Whether parents without names, children and containers are removed too. */
  readonly withParents?: boolean;
}

/**
 * Removes a name of an image, or the image together with its last name.
 *
 * @param wanted a name, an id, or the first digits of an id
 * @throws NotFound, Conflict, BadRequest for an empty name
 */
export async function removeImage(
  context: RemovalContext,
  wanted: string,
  { force = false, withParents = true }: RemovalOptions,
): Promise<ImageDeleteResponseItem[]> {
  const { images, usersOf } = context;
  if (wanted === '') throw new BadRequest('image name cannot be blank');
  const image = images.find(wanted);
  const name = fullName(wanted);
  const items: ImageDeleteResponseItem[] = [];
  const untag = (names: readonly string[]): void => {
    for (const each of names) {
      images.untag(image.id, each);
      items.push({ Untagged: each });
    }
  };
  const names = [...image.tags, ...image.digests];
  if (names.includes(name)) {
    const [user] = usersOf(image);
    if (!force && user !== undefined && isSingleReference(image))
      throw new Conflict(
        `conflict: unable to remove repository reference "${wanted}" (must force) - container ${user.id.slice(0, 12)} is using its referenced image ${shortId(image)}`,
      );
    untag([name]);
    const repository = repositoryOf(name);
    // Digests go with the last tag of their repository.
    if (!image.tags.some((tag) => tag !== name && repositoryOf(tag) === repository))
      untag(image.digests.filter((digest) => digest !== name && repositoryOf(digest) === repository));
    const rest = images.get(image.id);
    if (rest === undefined || rest.tags.length + rest.digests.length > 0) return items;
    items.push(...(await removeUnnamed(context, rest, { force, withParents, isQuiet: true })));
    return items;
  }
  if (isSingleReference(image)) {
    const conflict = conflictOf(context, image, force, false);
    if (conflict !== undefined) throw conflict;
    untag(names);
  }
  items.push(...(await removeUnnamed(context, images.get(image.id) ?? image, { force, withParents, isQuiet: false })));
  return items;
}

async function removeUnnamed(
  context: RemovalContext,
  image: ImageRecord,
  {
    force,
    withParents,
    isQuiet,
  }: { readonly force: boolean; readonly withParents: boolean; readonly isQuiet: boolean },
): Promise<ImageDeleteResponseItem[]> {
  const { images } = context;
  const conflict = conflictOf(context, image, force, true);
  if (conflict !== undefined) {
    if (isQuiet) return [];
    throw conflict;
  }
  const items: ImageDeleteResponseItem[] = [];
  for (const name of [...image.tags, ...image.digests]) {
    images.untag(image.id, name);
    items.push({ Untagged: name });
  }
  const layers = await images.delete(images.get(image.id) ?? image);
  items.push({ Deleted: image.id }, ...layers.map((Deleted) => ({ Deleted })));
  const parent = withParents ? images.get(image.parentId) : undefined;
  if (parent !== undefined && parent.tags.length + parent.digests.length === 0)
    items.push(...(await removeUnnamed(context, parent, { force: false, withParents, isQuiet: true })));
  return items;
}

function conflictOf(
  { images, usersOf }: RemovalContext,
  image: ImageRecord,
  force: boolean,
  checksNames: boolean,
): Conflict | undefined {
  const users = usersOf(image);
  const conflict = (isHard: boolean, reason: string): Conflict =>
    new Conflict(`conflict: unable to delete ${shortId(image)} (${isHard ? 'cannot' : 'must'} be forced) - ${reason}`);
  if (images.childrenOf(image).length > 0) return conflict(true, 'image has dependent child images');
  const running = users.find(({ isRunning }) => isRunning);
  if (running !== undefined)
    return conflict(true, `image is being used by running container ${running.id.slice(0, 12)}`);
  if (force) return undefined;
  if (checksNames && image.tags.length + image.digests.length > 0)
    return conflict(false, 'image is referenced in multiple repositories');
  const [stopped] = users;
  if (stopped !== undefined)
    return conflict(false, `image is being used by stopped container ${stopped.id.slice(0, 12)}`);
  return undefined;
}

/** Whether an image has at most one tag, and names in one repository only. */
function isSingleReference({ tags, digests }: ImageRecord): boolean {
  return tags.length <= 1 && new Set([...tags, ...digests].map(repositoryOf)).size <= 1;
}

function shortId({ id }: ImageRecord): string {
  return id.slice(7, 19);
}
