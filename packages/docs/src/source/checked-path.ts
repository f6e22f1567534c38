/** Checks the paths of pages, which become paths of files and must stay below the output folder. */
import { DocsError } from '../docs-error.js';

/**
 * Returns the path unchanged.
 * @throws DocsError if it could lead out of the folder, or is not a valid file name on every platform
 */
export function checkedPath(path: string): string {
  const valid = path.split('/').every((segment) => /^[\w~][\w~.-]*$/.test(segment));
  if (!valid)
    throw new DocsError(
      `${JSON.stringify(path)} is not a valid page path: only letters, digits, "-", "_", "~" and "." are allowed`,
    );
  return path;
}
