/** Lists the files, folders and links below a folder, always in the same order. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Yields the wanted paths below a folder.
 *
 * @param enters whether to look into a folder whose own path is not wanted
 */
export async function* walk(
  root: string,
  wanted: (path: string) => boolean,
  enters: (path: string) => boolean,
  folder = '',
): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) {
      // Sockets, pipes and devices are left out of archives.
      if ((entry.isFile() || entry.isSymbolicLink()) && wanted(path)) yield path;
    } else if (wanted(path)) {
      yield path;
      yield* walk(root, wanted, enters, path);
    } else if (enters(path)) {
      let first = true;
      for await (const inner of walk(root, wanted, enters, path)) {
        if (first) yield path;
        first = false;
        yield inner;
      }
    }
  }
}
