/** Handles operations that copy files into and out of a container. */
import { BadRequest, Forbidden, NotFound, ServerError, reply, type Handlers } from '@lading/server-v1.44';
import { ReadOnlyError } from '../../filesystem/mounted-tree.js';
import { followLinks, nameOf, resolvePath } from '../../filesystem/paths.js';
import { archiveOf, entriesOf } from '../../filesystem/tar.js';
import type { FileTree, TreeChange, TreeEntry } from '../../ports/filesystem.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Container } from '../../objects/containers/container.js';

type ArchiveHandlers = Pick<
  NonNullable<Handlers['container']>,
  'archive' | 'archiveInfo' | 'putArchive' | 'export' | 'changes'
>;

const statHeader = 'X-Docker-Container-Path-Stat';
const changeKinds: Readonly<Record<TreeChange['kind'], 0 | 1 | 2>> = { modified: 0, added: 1, deleted: 2 };

export function archiveHandlers(containers: ContainerService): ArchiveHandlers {
  return {
    archiveInfo({ path: { id }, query: { path } }) {
      requirePath(path);
      return reply(200, undefined, { [statHeader]: statOf(entryAt(containers.find(id), id, path)) });
    },
    archive({ path: { id }, query: { path } }) {
      requirePath(path);
      const container = containers.find(id);
      const found = entryAt(container, id, path);
      containers.emit(container, 'archive-path');
      return reply(200, archiveOf(container.files.mounted, found.resolved, found.name), {
        [statHeader]: statOf(found),
      });
    },
    async putArchive({ path: { id }, query: { path, noOverwriteDirNonDir, copyUIDGID }, body }) {
      requirePath(path);
      const container = containers.find(id);
      const { mounted } = container.files;
      const target = extractionPoint(container, id, path);
      if (!mounted.isWritable(target)) throw new Forbidden('container rootfs is marked read-only');
      const entries = await entriesOf(body, target, undefined, true);
      for (const [entryPath, entry] of entries)
        if (noOverwriteDirNonDir === true) rejectKindChange(container, entryPath, entry);
      const owner = copyUIDGID === true ? ownerOf(container) : undefined;
      try {
        for (const [entryPath, entry] of entries) if (entryPath !== '/') mounted.put(entryPath, { ...entry, ...owner });
      } catch (error) {
        if (error instanceof ReadOnlyError) throw new Forbidden('mounted volume is marked read-only');
        throw error;
      }
      containers.emit(container, 'extract-to-dir');
    },
    export({ path: { id } }) {
      const container = containers.find(id);
      containers.emit(container, 'export');
      return archiveOf(container.files.own, '/');
    },
    changes({ path: { id } }) {
      const changes = containers.find(id).files.own.changes();
      return changes.length === 0 ? null : changes.map(({ path, kind }) => ({ Path: path, Kind: changeKinds[kind] }));
    },
  };
}

function rejectKindChange({ files: { mounted } }: Container, path: string, entry: TreeEntry): void {
  const old = mounted.get(path);
  if (old === undefined || (old.kind === 'folder') === (entry.kind === 'folder')) return;
  throw new BadRequest(
    old.kind === 'folder'
      ? `cannot overwrite directory "${path}" with non-directory "${path}"`
      : `cannot overwrite non-directory "${path}" with directory "${path}"`,
  );
}

function requirePath(path: string): void {
  // Without a space, as in engines.
  if (path === '') throw new BadRequest('bad parameter: pathcannot be empty');
}

interface FoundEntry {
  readonly name: string;
  readonly entry: TreeEntry;
  /** The path without symbolic links, but for the last part. */
  readonly resolved: string;
  /** Where a symbolic link leads; empty for other entries. */
  readonly linkTarget: string;
}

/**
 * Finds an entry. A trailing slash means what a symbolic link leads to.
 *
 * @param id the container as the request names it
 */
function entryAt({ files: { mounted } }: Container, id: string, path: string): FoundEntry {
  const followsLast = /\/\.?$/.test(path);
  const resolved = followLinks(mounted, path, followsLast);
  const entry = resolved === undefined ? undefined : mounted.get(resolved);
  if (resolved === undefined) throw new ServerError(`lstat ${path}: too many levels of symbolic links`);
  const linkTarget = entry?.kind === 'link' ? followLinks(mounted, path) : '';
  if (linkTarget === undefined) throw new ServerError(`evalSymlinksInScope: too many links in ${path}`);
  if (entry === undefined && isInsideFile(mounted, path)) throw new ServerError(`lstat ${path}: not a directory`);
  if (entry === undefined) throw notFound(path, id);
  if (entry.kind !== 'folder' && /\/\.?$/.test(path)) throw new ServerError(`lstat ${path}: not a directory`);
  return { name: /(^|\/)\.\/*$/.test(path) ? '.' : nameOf(resolvePath(path)), entry, resolved, linkTarget };
}

/** Returns the folder, without symbolic links, into which an archive is extracted. */
function extractionPoint({ files: { mounted } }: Container, id: string, path: string): string {
  const target = followLinks(mounted, path);
  if (target === undefined) throw new ServerError('EvalSymlinks: too many links');
  if (isInsideFile(mounted, path)) throw new ServerError('not a directory');
  const entry = mounted.get(target);
  if (entry === undefined) throw notFound(path, id);
  if (entry.kind === 'folder') return target;
  const [slash] = /\/\.?$/.exec(path) ?? [];
  throw new ServerError(
    slash === undefined ? 'extraction point is not a directory' : `lstat ${target}${slash}: not a directory`,
  );
}

function notFound(path: string, id: string): NotFound {
  return new NotFound(`Could not find the file ${path} in container ${id}`);
}

/** Whether a part of the path before the last one is a file. */
function isInsideFile(tree: FileTree, path: string): boolean {
  const parts = resolvePath(path).split('/').slice(1);
  return parts.some((_, index) => {
    const above = followLinks(tree, `/${parts.slice(0, index).join('/')}`, true);
    return index > 0 && above !== undefined && tree.get(above)?.kind === 'file';
  });
}

/** Encodes the mode as Go does, with the file type in the high bits. */
function statOf({ name, entry, linkTarget }: FoundEntry): object {
  const typeBits = { file: 0, folder: 0x8000_0000, link: 0x0800_0000 };
  return {
    name,
    size: entry.kind === 'file' ? entry.data.length : entry.kind === 'link' ? Buffer.byteLength(entry.target) : 4096,
    mode: typeBits[entry.kind] + entry.mode,
    mtime: new Date(entry.modified).toISOString(),
    linkTarget,
  };
}

/** Returns the numbers of the container's user, or undefined for a container without one. */
function ownerOf({ settings, files }: Container): { readonly uid: number; readonly gid: number } | undefined {
  const [user = '', group] = settings.user.split(':');
  if (user === '') return undefined;
  const passwd = files.mounted.get('/etc/passwd');
  const users = passwd?.kind === 'file' ? passwd.data.toString().split('\n') : [];
  const entry = users.map((line) => line.split(':')).find(([name, , id]) => name === user || id === user);
  const numberOf = (text: string | undefined): number => (/^\d+$/.test(text ?? '') ? Number(text) : 0);
  return { uid: numberOf(entry?.[2] ?? user), gid: numberOf(group ?? entry?.[3]) };
}
