/** A page's path becomes a file's: it must stay below the folder that it is written to. */
import { DocsError } from '../docs-error.js';

/**
 * The path as it was given.
 * @throws DocsError when it could lead elsewhere, or could not be a file's name everywhere
 */
export function checkedPath(path: string): string {
  const sound = path.split('/').every((segment) => /^[\w~][\w~.-]*$/.test(segment));
  if (!sound)
    throw new DocsError(
      `${JSON.stringify(path)} is not a valid page path: only letters, digits, "-", "_", "~" and "." are allowed`,
    );
  return path;
}
