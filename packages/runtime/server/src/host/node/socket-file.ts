/** The file of a unix socket: who may open it, and whether a process still listens on it. */
import { chown, readFile, stat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';

/** Named pipes of Windows are no files. */
export function isPipe(path: string): boolean {
  return /^[\\/]{2}[.?][\\/]pipe[\\/]/i.test(path);
}

/** Removes a stale socket, which a process left when it ended without closing its server. */
export async function removeStaleSocket(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (file?.isSocket() === true && (await isStale(path))) await unlink(path);
}

function isStale(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}

/**
 * Calls a function that creates the file of a socket at once. Nobody else may open it from its first moment on: its
 * permissions are set afterwards, and until then those that the process gives to new files would apply.
 */
export function createPrivately(create: () => void): void {
  let before: number;
  try {
    before = process.umask(0o777);
  } catch {
    // A worker has the mask of its process, and cannot set it.
    return create();
  }
  try {
    create();
  } finally {
    process.umask(before);
  }
}

/** Gives the file to a group. */
export async function setGroup(path: string, group: number): Promise<void> {
  await chown(path, -1, group);
}

/**
 * Returns the number of a group.
 *
 * @throws Error for a name that `/etc/group` does not have
 */
export async function groupNumber(group: string | number): Promise<number> {
  if (/^\d{1,10}$/.test(String(group))) return Number(group);
  const file = await readFile('/etc/group', 'utf8').catch(() => '');
  const line = file.split('\n').find((one) => one.startsWith(`${group}:`));
  const number = line?.split(':')[2];
  if (number !== undefined && /^\d+$/.test(number)) return Number(number);
  throw new Error(`group "${group}": /etc/group has no such group; pass one of its names, or a number`);
}
