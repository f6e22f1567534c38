/** Which paths may be written: a path may come out of a document, so it is data, never trusted. */
import { LadingError } from '../diagnostics/index.js';

/** The folder of the journal and the locks, inside the output folder and only there while a command runs. */
export const workFolder = '.lading';
/** The list of what was generated, inside the output folder and committed with it. */
export const manifestName = '.lading.sha256';

const LONGEST_SEGMENT = 200;
const LONGEST_PATH = 1000;
const forbidden = /[<>:"|?*\\\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;
const reserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(\.|$)/i;

/** Why a path must not be written, or undefined when it may be, on every system that people check out on. */
export function objection(path: string): string | undefined {
  if (path === '') return 'is empty';
  if (path.length > LONGEST_PATH) return 'is too long';
  if (path.startsWith('/')) return 'is absolute';
  if (forbidden.test(path)) return 'holds a character that no file name may hold everywhere';
  const segments = path.split('/');
  for (const segment of segments) {
    if (segment === '') return 'has an empty segment';
    if (segment === '.' || segment === '..') return 'has a segment of dots';
    if (/[. ]$/.test(segment) || segment.startsWith(' ')) return 'has a segment that Windows would change';
    if (reserved.test(segment)) return 'has a segment that names a device on Windows';
    if (/^(\.git|git~\d+)$/i.test(segment)) return 'leads into a folder of git';
    if (Buffer.byteLength(segment) > LONGEST_SEGMENT) return 'has a segment that is too long';
  }
  const first = folded(segments[0] ?? '');
  if (first === workFolder || first === manifestName) return 'is kept for the writer itself';
  return undefined;
}

/** What a file system that ignores case and composition takes for the same name. */
export function folded(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase();
}

/**
 * Holds a whole set of paths to the rules: each is safe, no two are one on a system that ignores case, none is a file
 * and a folder at once, and each lies in the scope.
 *
 * @throws LadingError WRITE_OUTSIDE
 */
export function assertSafe(paths: readonly string[], scope: readonly string[]): void {
  const files = new Map<string, string>();
  for (const path of paths) {
    const reason = objection(path);
    if (reason !== undefined) refuse(path, reason);
    if (!inScope(path, scope)) refuse(path, 'lies outside of what this run generates');
    const key = folded(path);
    const twin = files.get(key);
    if (twin !== undefined) refuse(path, `is the same file as ${twin} where case is ignored`);
    files.set(key, path);
  }
  const folders = new Map<string, string>();
  for (const path of paths) {
    for (const folder of foldersAbove(path)) {
      const key = folded(folder);
      if (files.has(key)) refuse(path, `lies in ${folder}, which is a file`);
      const twin = folders.get(key) ?? folder;
      if (twin !== folder) refuse(path, `lies in ${folder}, the same folder as ${twin} where case is ignored`);
      folders.set(key, folder);
    }
  }
}

/** Whether a path lies in one of these folders; the empty one is the whole output folder. */
export function inScope(path: string, scope: readonly string[]): boolean {
  return scope.some((place) => place === '' || path === place || path.startsWith(`${place}/`));
}

/** The folders a path lies in, from the outermost. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}

/** The wholly generated folder that a path lies in: up to its first segment `gen`. */
export function generatedFolder(path: string): string | undefined {
  return foldersAbove(path).find((folder) => folder === 'gen' || folder.endsWith('/gen'));
}

function refuse(path: string, reason: string): never {
  throw new LadingError({
    code: 'WRITE_OUTSIDE',
    subject: `the path of a generated file ${reason}`,
    place: path.slice(0, LONGEST_PATH),
    remedy: 'Rename what the file is named after',
  });
}
