/** `node:path` as Windows has it, for a run of the tests on another system. */
import { posix, win32 } from 'node:path';

export const { basename, delimiter, dirname, extname, format, isAbsolute, join, normalize, parse } = win32;
export const { relative, resolve, sep, toNamespacedPath } = win32;
export { posix, win32 };
export default win32;
