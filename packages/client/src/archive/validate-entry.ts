/** Whether an entry of an untrusted archive may be written. */

/** What is looked at. */
interface JudgedEntry {
  readonly path: string;
  readonly type: string;
  readonly linkpath?: string | undefined;
}

const files = new Set(['File', 'OldFile', 'ContiguousFile']);
const folders = new Set(['Directory', 'GNUDumpDir']);
// Names that differ in case alone are one file there.
const folding = process.platform === 'darwin' || process.platform === 'win32';

/**
 * Remembers what came before: an entry below a link would land where the link leads.
 * @returns the reason to refuse an entry, if there is one
 */
export function judge(): (entry: JudgedEntry) => string | undefined {
  const links = new Set<string>();
  const written = new Set<string>();
  return ({ path, type, linkpath = '' }) => {
    const parts = partsOf(path);
    if (typeof parts === 'string') return parts;
    const names = parts.map((part) => (folding ? part.normalize('NFC').toLowerCase() : part));
    const key = names.join('/');
    for (let length = 1; length < names.length; length += 1) {
      if (links.has(names.slice(0, length).join('/'))) return 'it lies behind a link';
    }
    if (files.has(type)) {
      // Written through, where the file system would follow.
      if (links.has(key)) return 'a link of the same name came before it';
      written.add(key);
      return undefined;
    }
    if (folders.has(type)) return links.has(key) ? 'a link of the same name came before it' : undefined;
    if (type === 'SymbolicLink') {
      const reason = leaves(linkpath, parts.length - 1);
      if (reason === undefined) links.add(key);
      written.delete(key);
      return reason;
    }
    if (type === 'Link') {
      const target = partsOf(linkpath);
      if (typeof target === 'string') return `the target of the link: ${target}`;
      const targetKey = target.map((part) => (folding ? part.normalize('NFC').toLowerCase() : part)).join('/');
      if (!written.has(targetKey)) return 'the link leads to what is no file of this archive';
      if (links.has(key)) return 'a link of the same name came before it';
      written.add(key);
      return undefined;
    }
    return `it is no file, folder or link but ${type}`;
  };
}

function partsOf(path: string): readonly string[] | string {
  if (path.includes('\0')) return 'its name holds NUL';
  if (/^[/\\]|^[a-z]:/i.test(path)) return 'its path is absolute';
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? 'its path holds ".."' : parts;
}

/** `..` may only stand first: behind a name it goes up from wherever that name leads. */
function leaves(target: string, depth: number): string | undefined {
  if (target === '' || target.includes('\0')) return 'the link leads nowhere';
  if (/^[/\\]|^[a-z]:/i.test(target)) return 'the link leads to an absolute path';
  const parts = target.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const first = parts.findIndex((part) => part !== '..');
  const ups = first === -1 ? parts.length : first;
  if (parts.slice(ups).includes('..')) return 'the link goes up behind a name';
  return ups > depth ? 'the link leaves the target' : undefined;
}
