/**
 * Paths of files, with slashes on every system. A path may be written to a file, a digest or a message, and must be the same
 * there on each; Windows accepts slashes wherever it accepts backslashes. A lint rule has the generator import `node:path` here
 * only.
 */
import nodePath, { type PlatformPath } from 'node:path';

/** Returns the functions of `node:path` with slashes in their results. */
export function slashPathsOf(path: PlatformPath) {
  const slashed = (text: string): string => (path.sep === '/' ? text : text.replaceAll(path.sep, '/'));
  return {
    /** Replaces the separators of the system by slashes. A backslash in a name remains where it is no separator. */
    slashed,
    basename: (file: string, suffix?: string): string => path.basename(file, suffix),
    dirname: (file: string): string => slashed(path.dirname(file)),
    isAbsolute: (file: string): boolean => path.isAbsolute(file),
    join: (...parts: readonly string[]): string => slashed(path.join(...parts)),
    normalize: (file: string): string => slashed(path.normalize(file)),
    /** Returns the path from a folder to a file; that of the file itself if it is on another drive. */
    relative: (from: string, to: string): string => slashed(path.relative(from, to)),
    resolve: (...parts: readonly string[]): string => slashed(path.resolve(...parts)),
    /** Whether a relative path leads out of its folder, or to another drive. */
    leadsOutside: (relativePath: string): boolean =>
      /^\.\.(\/|$)/.test(slashed(relativePath)) || path.isAbsolute(relativePath),
  };
}

export const { basename, dirname, isAbsolute, join, leadsOutside, normalize, relative, resolve, slashed } =
  slashPathsOf(nodePath);
