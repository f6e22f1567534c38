/** Paths in a container. */
import { posix } from 'node:path';

/** Returns an absolute path without `..` and without a trailing slash. */
export function resolvePath(path: string, folder = '/'): string {
  const resolved = posix.resolve('/', folder, path);
  return resolved === '' ? '/' : resolved;
}

export function parentOf(path: string): string {
  return posix.dirname(path);
}

export function nameOf(path: string): string {
  return path === '/' ? '/' : posix.basename(path);
}
