/** Validates the entries of an untrusted archive before they are written. */

/** The properties of an entry that are validated. */
interface ValidatedEntry {
  readonly path: string;
  readonly type: string;
  readonly linkpath?: string | undefined;
}

const files = new Set(['File', 'OldFile', 'ContiguousFile']);
const folders = new Set(['Directory', 'GNUDumpDir']);
// Names that differ only in case refer to one file on these systems.
const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Creates a function that validates the entries of one archive in order. It remembers earlier entries, since an entry
 * below a link would be written where the link leads.
 *
 * @returns a function that returns the reason to reject an entry, or undefined
 */
export function entryValidator(): (entry: ValidatedEntry) => string | undefined {
  const links = new Set<string>();
  const written = new Set<string>();
  return ({ path, type, linkpath = '' }) => {
    const parts = partsOf(path);
    if (typeof parts === 'string') return parts;
    const names = parts.map((part) => (ignoresCase ? part.normalize('NFC').toLowerCase() : part));
    const key = names.join('/');
    for (let length = 1; length < names.length; length += 1) {
      if (links.has(names.slice(0, length).join('/'))) return 'it is below a link';
    }
    if (files.has(type)) {
      // The file system would follow the link and write its target.
      if (links.has(key)) return 'a link of the same name came before it';
      written.add(key);
      return undefined;
    }
    if (folders.has(type)) return links.has(key) ? 'a link of the same name came before it' : undefined;
    if (type === 'SymbolicLink') {
      const reason = linkProblem(linkpath, parts.length - 1);
      if (reason === undefined) links.add(key);
      written.delete(key);
      return reason;
    }
    if (type === 'Link') {
      const target = partsOf(linkpath);
      if (typeof target === 'string') return `the target of the link: ${target}`;
      const targetKey = target.map((part) => (ignoresCase ? part.normalize('NFC').toLowerCase() : part)).join('/');
      if (!written.has(targetKey)) return 'the link leads to something that is not a file of this archive';
      if (links.has(key)) return 'a link of the same name came before it';
      written.add(key);
      return undefined;
    }
    return `it is not a file, folder or link but ${type}`;
  };
}

function partsOf(path: string): readonly string[] | string {
  if (path.includes('\0')) return 'its name contains NUL';
  if (/^[/\\]|^[a-z]:/i.test(path)) return 'its path is absolute';
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? 'its path contains ".."' : parts;
}

/**
 * Returns why the target of a link is not allowed, or undefined. `..` may only come first: after a name, it leads to the
 * parent of wherever that name leads.
 */
function linkProblem(target: string, depth: number): string | undefined {
  if (target === '' || target.includes('\0')) return 'the link leads nowhere';
  if (/^[/\\]|^[a-z]:/i.test(target)) return 'the link leads to an absolute path';
  const parts = target.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const first = parts.findIndex((part) => part !== '..');
  const ups = first === -1 ? parts.length : first;
  if (parts.slice(ups).includes('..')) return 'the link has ".." after a name';
  return ups > depth ? 'the link leaves the target' : undefined;
}
