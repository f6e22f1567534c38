/** What the disk refused, told as a problem with a remedy. */
import { LadingError } from '../diagnostics/index.js';

const remedies: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space and run the command again',
  EDQUOT: 'Free some space and run the command again',
  EACCES: 'Give yourself the right to write there and run the command again',
  EPERM: 'Give yourself the right to write there and run the command again',
  EROFS: 'Choose a folder that can be written',
  EMFILE: 'Allow more open files and run the command again',
  EXDEV: 'Generate into a folder that holds no other file system',
};

/** Runs a step that touches the disk; what the system refuses becomes WRITE_FAILED, naming the place. */
export function onDisk<T>(place: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw failed(error, place);
  }
}

/** The error of the system as WRITE_FAILED; any other error as it is. */
export function failed(error: unknown, place: string): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  return new LadingError({
    code: 'WRITE_FAILED',
    subject: `the system refuses to read or write a file: ${code}`,
    place,
    remedy: Object.hasOwn(remedies, code) ? (remedies[code] ?? '') : 'Look at the file and run the command again',
  });
}

/** `ENOENT` and the like, or undefined for what is no error of the system. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof LadingError) return undefined;
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
