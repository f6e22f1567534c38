/** The layer between the image and the files of a container: what every container has, as mount points of its start. */
import { MemoryTree, newFile, newFolder } from '../../filesystem/memory-tree.js';
import type { FileTree } from '../../ports/filesystem.js';

const folders = ['/dev', '/dev/pts', '/dev/shm', '/proc', '/sys'];
const files = ['/.dockerenv', '/dev/console', '/etc/hostname', '/etc/hosts', '/etc/resolv.conf'];

/** The layers over the files of images, which the containers of an image share. */
const layers = new WeakMap<FileTree, FileTree>();

/** Returns the files of an image with those that it lacks. They are neither changes of the container nor committed. */
export function initLayer(image: FileTree, now: number): FileTree {
  const existing = layers.get(image);
  if (existing !== undefined) return existing;
  const layer = new MemoryTree(image);
  for (const path of folders) if (image.get(path) === undefined) layer.put(path, newFolder(now));
  for (const path of files) if (image.get(path) === undefined) layer.put(path, newFile(Buffer.alloc(0), now, 0o755));
  const metadata = { mode: 0o777, uid: 0, gid: 0, modified: now };
  if (image.get('/etc/mtab') === undefined)
    layer.put('/etc/mtab', { kind: 'link', target: '/proc/mounts', ...metadata });
  layers.set(image, layer);
  return layer;
}
