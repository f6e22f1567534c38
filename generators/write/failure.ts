/** Errors of the file system as errors with a remedy. */
import { LadingError } from '../diagnostics/index.js';

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
  EXDEV: 'Generate into a folder that contains no other file system',
};

/** Runs an operation on the disk. An error of the system becomes WRITE_FAILED with the place. */
export function onDisk<T>(place: string, operation: () => T): T {
  try {
    return operation();
  } catch (error) {
    throw diskError(error, place);
  }
}

/** Returns an error of the system as WRITE_FAILED, and any other error unchanged. */
export function diskError(error: unknown, place: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return new LadingError({
    code: 'WRITE_FAILED',
    subject: `the system cannot read or write a file: ${code}`,
    place,
    remedy: Object.hasOwn(remedies, code) ? (remedies[code] ?? '') : 'Check the file and run the command again',
  });
}

/** Returns the code of a system error, for example `ENOENT`; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof LadingError) return undefined;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
