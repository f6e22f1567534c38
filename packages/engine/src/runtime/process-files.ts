/** The files that a process sees: those of its container, with the file systems of the kernel. */
import { MountedTree, type TreeMount } from '../filesystem/mounted-tree.js';
import { Subtree } from '../filesystem/subtree.js';
import type { ProcessSettings } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';
import type { ProcessEntry } from './process-entry.js';
import type { ProcessTable } from './process-table.js';
import { procTree, sysTree } from './proc-tree.js';

export function processFiles(table: ProcessTable, settings: ProcessSettings, self: ProcessEntry): FileTree {
  const { files, mounts = [] } = settings;
  const kernel: TreeMount[] = [
    { path: '/proc', tree: procTree(table, settings, self), isReadOnly: true },
    { path: '/sys', tree: sysTree(table, settings), isReadOnly: true },
    {
      path: '/dev',
      // Few programs look there.
      get tree() {
        return table.devices;
      },
      isReadOnly: false,
    },
  ];
  // A mount of the container below one of these remains visible.
  const inner = mounts
    .filter(({ path }) => kernel.some((mount) => path.startsWith(`${mount.path}/`)))
    .map(({ path }): TreeMount => ({ path, tree: new Subtree(files, path), isReadOnly: false }));
  return new MountedTree(files, false, [...kernel, ...inner]);
}
