/** The data folder of a server in the files of its container, of which a volume is usually a part. */
import type { ProgramFiles } from '@lading/engine';
import type { DataFile } from './worker-messages.js';

/** @returns the files and folders; undefined if the folder has no database */
export function readDataFolder(files: ProgramFiles, folder: string): DataFile[] | undefined {
  if (files.kindOf(`${folder}/PG_VERSION`) !== 'file') return undefined;
  const found: DataFile[] = [];
  const walk = (path: string): void => {
    for (const name of files.list(path)) {
      const inner = `${path}/${name}`;
      const content = files.read(inner);
      found.push({ path: inner.slice(folder.length + 1), content });
      if (content === undefined) walk(inner);
    }
  };
  walk(folder);
  return found;
}

/** Writes what has changed, and removes what is not among the paths. */
export function writeDataFolder(
  files: ProgramFiles,
  folder: string,
  { files: changed, paths }: { readonly files: readonly DataFile[]; readonly paths: readonly string[] },
): void {
  for (const { path, content } of changed) {
    if (content === undefined) files.makeFolder(`${folder}/${path}`);
    else files.write(`${folder}/${path}`, content);
  }
  if (paths.length === 0) return;
  const wanted = new Set(paths.map((path) => `${folder}/${path}`));
  const walk = (path: string): void => {
    for (const name of files.list(path)) {
      const inner = `${path}/${name}`;
      if (!wanted.has(inner)) files.remove(inner);
      else if (files.kindOf(inner) === 'folder') walk(inner);
    }
  };
  walk(folder);
}
