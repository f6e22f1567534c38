/** Handles operations that copy files into and out of a container. */
import { BadRequest, NotFound, reply } from '@lading/server';
import type { Engine } from '../engine.js';
import type { Entry } from '../files/file-tree.js';
import { nameOf, resolvePath } from '../files/paths.js';
import { archiveOf, entriesOf } from '../files/tar.js';
import type { Container, ContainerHandlers } from './container.js';

const statHeader = 'X-Docker-Container-Path-Stat';

export function archiveHandlers(
  engine: Engine,
): Pick<ContainerHandlers, 'archive' | 'archiveInfo' | 'putArchive' | 'export' | 'changes'> {
  return {
    archiveInfo({ path: { id }, query: { path } }) {
      const { name, entry } = entryAt(engine.container(id), path);
      return reply(200, undefined, { [statHeader]: statOf(name, entry) });
    },
    archive({ path: { id }, query: { path } }) {
      const container = engine.container(id);
      const { name, entry, resolved } = entryAt(container, path);
      engine.emit(container, 'archive-path', { path });
      return reply(200, archiveOf(container.files, resolved), { [statHeader]: statOf(name, entry) });
    },
    async putArchive({ path: { id }, query: { path, noOverwriteDirNonDir }, body }) {
      const container = engine.container(id);
      const { entry, resolved } = entryAt(container, path);
      if (entry.kind !== 'folder') throw new BadRequest('extraction point is not a directory');
      const entries = await entriesOf(body, resolved);
      for (const [target, added] of entries) {
        const old = container.files.get(target);
        if (
          noOverwriteDirNonDir === true &&
          old !== undefined &&
          (old.kind === 'folder') !== (added.kind === 'folder')
        ) {
          throw new BadRequest(`cannot overwrite ${target}: one is a directory and the other is not`);
        }
        if (old?.kind !== 'folder' || added.kind !== 'folder') container.files.put(target, added);
      }
      engine.emit(container, 'extract-to-dir', { path });
    },
    export({ path: { id } }) {
      const container = engine.container(id);
      engine.emit(container, 'export');
      return archiveOf(container.files, '/');
    },
    changes({ path: { id } }) {
      const { files, image } = engine.container(id);
      const changes = files.since(image.files);
      return changes.length === 0 ? null : changes;
    },
  };
}

function entryAt(
  container: Container,
  path: string,
): { readonly name: string; readonly entry: Entry; readonly resolved: string } {
  if (path === '') throw new BadRequest("bad parameter: 'path' cannot be empty");
  const resolved = resolvePath(path);
  const entry = container.files.get(resolved);
  if (entry === undefined) throw new NotFound(`Could not find the file ${path} in container ${container.id}`);
  return { name: nameOf(resolved), entry, resolved };
}

/** Encodes the mode as Go does, with the file type in the high bits. */
function statOf(name: string, entry: Entry): object {
  const typeBits = { file: 0, folder: 0x8000_0000, link: 0x0800_0000 };
  return {
    name,
    size: entry.kind === 'file' ? entry.data.length : 4096,
    mode: typeBits[entry.kind] + entry.mode,
    mtime: entry.modified.toISOString(),
    linkTarget: entry.kind === 'link' ? entry.target : '',
  };
}
