/** The archive of a layer: the files by which an image differs from the layers below, and markers of deleted ones. */
import { addTo, bytesOf, tarStream } from '../../filesystem/tar.js';
import { newFile } from '../../filesystem/memory-tree.js';
import { nameOf, parentOf, resolvePath } from '../../filesystem/paths.js';
import type { FileTree, TreeEntry } from '../../ports/filesystem.js';

/** The name of a file that marks another one as deleted begins so, followed by the name of the other one. */
const deletedPrefix = '.wh.';
/** The name of a file that marks the folder around it as replaced. */
const replacedMarker = '.wh..wh..opq';

/** Archives what differs from the tree below. The bytes follow from the files alone. */
export async function archiveOfChanges(files: FileTree): Promise<Buffer> {
  const archive = tarStream().pack();
  for (const { path, kind } of files.changes()) {
    if (kind === 'deleted') {
      const parent = files.get(parentOf(path));
      // A marker of the deleted folder is enough for everything in it.
      if (parent?.kind !== 'folder') continue;
      const name = resolvePath(`${deletedPrefix}${nameOf(path)}`, parentOf(path)).slice(1);
      addTo(archive, name, newFile(Buffer.alloc(0), parent.modified));
    } else {
      const entry = files.get(path);
      if (entry !== undefined) addTo(archive, path.slice(1), entry);
    }
  }
  archive.finalize();
  return bytesOf(archive as AsyncIterable<Uint8Array>);
}

/** Changes the files by what the archive of a layer has. */
export function applyLayer(files: FileTree, entries: ReadonlyMap<string, TreeEntry>): void {
  for (const path of entries.keys()) {
    const name = nameOf(path);
    const folder = parentOf(path);
    if (name === replacedMarker) for (const child of files.namesIn(folder)) files.remove(resolvePath(child, folder));
    else if (name.startsWith(deletedPrefix)) files.remove(resolvePath(name.slice(deletedPrefix.length), folder));
  }
  for (const [path, entry] of entries) if (!nameOf(path).startsWith(deletedPrefix)) files.put(path, entry);
}
