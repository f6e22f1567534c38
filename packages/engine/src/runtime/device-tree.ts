/** The files of `/dev`: devices, and the folder of shared memory. */
import { MemoryTree, newFile, newFolder } from '../filesystem/memory-tree.js';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';

const devices = ['full', 'null', 'ptmx', 'random', 'tty', 'urandom', 'zero'];
const links = { fd: '/proc/self/fd', stderr: '/proc/self/fd/2', stdin: '/proc/self/fd/0', stdout: '/proc/self/fd/1' };

/** Writing to a device does not change it. */
class DeviceTree extends MemoryTree {
  override put(path: string, entry: TreeEntry): void {
    if (!(entry.kind === 'file' && devices.includes(path.slice(1)) && this.get(path) !== undefined))
      super.put(path, entry);
  }
}

export function deviceTree(now: number): FileTree {
  const tree = new DeviceTree();
  for (const name of devices) tree.put(`/${name}`, newFile(Buffer.alloc(0), now, 0o666));
  for (const name of ['mqueue', 'shm']) tree.put(`/${name}`, newFolder(now, 0o1777));
  tree.put('/pts', newFolder(now));
  for (const [name, target] of Object.entries(links))
    tree.put(`/${name}`, { kind: 'link', target, mode: 0o777, uid: 0, gid: 0, modified: now });
  return tree;
}
