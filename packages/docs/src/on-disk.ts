/** Errors of the file system as errors with a remedy. */
import { DocsError } from './docs-error.js';

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space and run the command again',
  EDQUOT: 'Free some space and run the command again',
  EACCES: 'Grant write permission and run the command again',
  EPERM: 'Grant write permission and run the command again',
  EROFS: 'Choose a writable folder',
  EEXIST: 'Choose another folder, because a file is in its place',
  ENOTDIR: 'Choose another folder, because a file is in its place',
  ENOENT: 'Choose a folder that the system can create',
  EMFILE: 'Allow more open files and run the command again',
};

/** Runs an operation on the disk. An error of the system becomes a {@link DocsError} with the path, or this place without one. */
export function onDisk<T>(place: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string' || !/^E[A-Z0-9]+$/.test(code)) throw error;
    const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : place;
    const remedy = Object.hasOwn(remedies, code) ? remedies[code] : 'Check the folder and run the command again';
    throw new DocsError(`The system cannot write ${path}: ${code}`, { remedy, cause: error });
  }
}
