/** The validation of paths. A path may come from a document, so it is untrusted. */
import { LadingError } from '../diagnostics/index.js';

/** The folder of the journal and the locks in the output folder; it exists only while a command runs. */
export const workFolder = '.lading';
/** The manifest of the generated files, in the output folder and committed with it. */
export const manifestName = '.lading.sha256';

const LONGEST_SEGMENT = 200;
const LONGEST_PATH = 1000;
const forbidden = /[<>:"|?*\\\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** Returns why a path is invalid on some system; undefined if it is valid everywhere. */
export function pathError(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.length > LONGEST_PATH) return 'is too long';
  if (path.startsWith('/')) return 'is absolute';
  if (forbidden.test(path)) return 'contains a character that some system does not allow in file names';
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '') return 'has an empty segment';
    if (segment === '.' || segment === '..') return 'has a segment of dots';
    if (/[. ]$/.test(segment) || segment.startsWith(' ')) return 'has a segment that Windows would change';
    if (reserved.test(segment)) return 'has a segment that is a device name on Windows';
    if (/^(\.git|git~\d+)$/i.test(segment)) return 'leads into a git folder';
    if (Buffer.byteLength(segment) > LONGEST_SEGMENT) return 'has a segment that is too long';
  }
  const first = folded(segments[0] ?? '');
  if (first === workFolder || first === manifestName) return 'is reserved for the generator';
  return undefined;
}

/**
 * Returns a key that is equal for names that a file system regards as equal if it ignores case and Unicode composition.
 */
export function folded(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * Validates a set of paths: each is valid and in the scope, no two are equal if case is ignored, and none is a file and a
 * folder at once.
 *
 * @throws LadingError WRITE_OUTSIDE
 */
export function assertSafe(paths: readonly string[], scope: readonly string[]): void {
  const files = new Map<string, string>();
  for (const path of paths) {
    const reason = pathError(path);
    if (reason !== undefined) refuse(path, reason);
    if (!inScope(path, scope)) refuse(path, 'is outside of the scope of this run');
    const key = folded(path);
    const other = files.get(key);
    if (other !== undefined) refuse(path, `is the same file as ${other} if case is ignored`);
    files.set(key, path);
  }
  const folders = new Map<string, string>();
  for (const path of paths) {
    for (const folder of foldersAbove(path)) {
      const key = folded(folder);
      if (files.has(key)) refuse(path, `is in ${folder}, which is a file`);
      const other = folders.get(key) ?? folder;
      if (other !== folder) refuse(path, `is in ${folder}, the same folder as ${other} if case is ignored`);
      folders.set(key, folder);
    }
  }
}

/** Tells whether a path is in one of these folders; the empty one is the whole output folder. */
export function inScope(path: string, scope: readonly string[]): boolean {
  return scope.some((place) => place === '' || path === place || path.startsWith(`${place}/`));
}

/** Returns the parent folders of a path, outermost first. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}

/** Returns the completely generated folder that contains a path: up to its first segment `gen`. */
export function generatedFolder(path: string): string | undefined {
  return foldersAbove(path).find((folder) => folder === 'gen' || folder.endsWith('/gen'));
}

function refuse(path: string, reason: string): never {
  throw new LadingError({
    code: 'WRITE_OUTSIDE',
    subject: `the path of a generated file ${reason}`,
    place: path.slice(0, LONGEST_PATH),
    remedy: 'Rename the element from which the file name is derived',
  });
}
