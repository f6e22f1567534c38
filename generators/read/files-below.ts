/** Lists the files below a folder, also of one in an archive, as Yarn PnP has them. */
import { readdirSync } from 'node:fs';

/**
 * Returns the paths of the files relative to the folder, with slashes, in the order of the folders.
 *
 * Entries in archives know only their name: neither `parentPath` nor a recursive listing can be relied on.
 *
 * @param isLeftOut whether a file or folder of this name is passed over
 */
export function filesBelow(folder: string, isLeftOut: (name: string) => boolean = () => false): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (isLeftOut(entry.name)) return [];
    if (entry.isDirectory())
      return filesBelow(`${folder}/${entry.name}`, isLeftOut).map((path) => `${entry.name}/${path}`);
    return entry.isFile() ? [entry.name] : [];
  });
}
