/** Runs an action in a folder that no other command writes into meanwhile. */
import { onDisk } from './failure.js';
import { createFolder, removeEmptyFolders } from './folders.js';
import { isInterrupted, recover } from './journal.js';
import { withLock } from './lock.js';
import { OutputRoot } from './output-root.js';

/**
 * Creates and locks a folder, completes the changes of an interrupted command, and runs the action. If that fails, folders
 * that were created for it are removed again.
 *
 * @param action called with whether there was an interrupted command
 * @throws LadingError WRITE_BUSY, WRITE_FAILED
 */
export async function inRoot<T>(
  folder: string,
  action: (root: OutputRoot, interrupted: boolean) => Promise<T>,
): Promise<T> {
  const created = onDisk(folder, () => createFolder(folder));
  try {
    const root = new OutputRoot(folder);
    return await withLock(root, () => {
      const interrupted = isInterrupted(root);
      recover(root);
      return action(root, interrupted);
    });
  } catch (error) {
    removeEmptyFolders(created);
    throw error;
  }
}
