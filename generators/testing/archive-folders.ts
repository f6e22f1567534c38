/** Folders as Yarn PnP presents those of its archives: an entry knows its name and kind, and nothing lists recursively. */
import fs, { type Dirent } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Runs a function while all folders are listed in this way. */
export function withArchiveFolders<T>(run: () => T): T {
  const original = fs.readdirSync;
  const listed = (folder: string, options?: { readonly recursive?: boolean; readonly withFileTypes?: boolean }) => {
    if (options?.recursive === true) throw new Error('Archives are not listed recursively.');
    if (options?.withFileTypes !== true) return original(folder);
    return original(folder, { withFileTypes: true }).map((entry: Dirent) => ({
      name: entry.name,
      isFile: () => entry.isFile(),
      isDirectory: () => entry.isDirectory(),
    }));
  };
  Object.assign(fs, { readdirSync: listed });
  syncBuiltinESMExports();
  try {
    return run();
  } finally {
    Object.assign(fs, { readdirSync: original });
    syncBuiltinESMExports();
  }
}
