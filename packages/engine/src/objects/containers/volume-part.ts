/** A part of a volume, which a container mounts instead of the whole. */
import { BadRequest, NotFound, ServerError } from '@lading/server-v1.44';
import { followLinks, maxLinks, parentOf, resolvePath } from '../../filesystem/paths.js';
import { Subtree } from '../../filesystem/subtree.js';
import type { FileTree } from '../../ports/filesystem.js';

/** Returns the part of the options of a mount, which came in 1.45. */
export function subpathOf(options: object | null | undefined): string | undefined {
  const { Subpath } = (options ?? {}) as { readonly Subpath?: string | null };
  return Subpath || undefined;
}

/** Whether a path is relative, and does not lead out of the volume. */
export function isWithin(subpath: string): boolean {
  if (subpath === '' || subpath.startsWith('/')) return false;
  let depth = 0;
  for (const part of subpath.split('/')) {
    depth += part === '..' ? -1 : part === '' || part === '.' ? 0 : 1;
    if (depth < 0) return false;
  }
  return true;
}

/** Returns the tree of a part, which may come to be later. */
export function treeOfPart(volume: FileTree, subpath: string): FileTree {
  const path = resolvePath(subpath);
  return new Subtree(volume, () => followLinks(volume, path) ?? path);
}

/**
 * Requires that a part is there when its container starts.
 *
 * @param base the path of the volume on the machine
 * @throws NotFound; BadRequest if its links lead out of the volume, ServerError if a part of the path is a file
 */
export function requirePart(volume: FileTree, subpath: string, base: string): void {
  const escapes = new BadRequest(`path concatenation escapes the base directory, base: ${base}, subpath: ${subpath}`);
  const whole = `${base}${resolvePath(subpath)}`;
  let links = 0;
  let resolved = '/';
  const parts = resolvePath(subpath).split('/').filter(Boolean);
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === '..') {
      if (resolved === '/') throw escapes;
      resolved = parentOf(resolved);
      continue;
    }
    const next = resolvePath(part, resolved);
    const entry = volume.get(next);
    if (entry === undefined)
      throw new NotFound(`cannot access path ${whole}: lstat ${base}${next}: no such file or directory`);
    if (entry.kind !== 'link') {
      if (entry.kind !== 'folder' && parts.length > 0)
        throw new ServerError(`error while resolving symlinks in combined path "${whole}": not a directory`);
      resolved = next;
      continue;
    }
    links += 1;
    if (entry.target.startsWith('/')) throw escapes;
    if (links > maxLinks)
      throw new ServerError(`error while resolving symlinks in combined path "${whole}": too many links`);
    parts.unshift(...entry.target.split('/').filter((each) => each !== '' && each !== '.'));
  }
}
