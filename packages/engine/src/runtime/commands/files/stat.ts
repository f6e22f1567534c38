/** `stat` and `du`. */
import { resolvePath } from '../../../filesystem/paths.js';
import type { TreeEntry } from '../../../ports/filesystem.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, fail, pathOf, pathProblem, print, printLines, unresolved } from '../command.js';
import { dateText } from '../date.js';
import { readOptions } from '../options.js';
import { findGroup, findUser } from '../users.js';
import { humanSize, modeText, sizeOf } from './entry-text.js';

const usual = `  File: %N
  Size: %-10s\tBlocks: %-10b IO Block: %-6o %F
Device: 2fh/47d\tInode: %-10i  Links: %h
Access: (%04a/%10.10A)  Uid: (%5u/%8U)   Gid: (%5g/%8G)
Access: %x
Modify: %y
Change: %z`;

export async function stat(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, operands, values } = readOptions(words, {
    letters: 'c:Lt',
    long: { format: 'c', dereference: 'L', terse: 't' },
  });
  if (operands.length === 0) throw new CommandError('usage: stat [-Lt] [-c FMT] FILE...');
  const format = values.get('c') ?? (flags.has('t') ? '%n %s %b %f %u %g %D %i %h %t %T %X %Y %Z %o' : usual);
  let code = 0;
  const lines: string[] = [];
  for (const name of operands) {
    const entry = process.settings.files.get(flags.has('L') ? pathOf(process, name) : unresolved(process, name));
    if (entry === undefined) code = await fail(process, `stat: can't stat '${name}': ${pathProblem(process, name)}`);
    else lines.push(statText(process, { name, entry, format }));
  }
  await printLines(process, lines);
  return code;
}

const types: Readonly<Record<TreeEntry['kind'], number>> = { file: 0o100000, folder: 0o040000, link: 0o120000 };

function statText(
  process: ProcessContext,
  { name, entry, format }: { readonly name: string; readonly entry: TreeEntry; readonly format: string },
): string {
  const { kind, mode, uid, gid, modified } = entry;
  const seconds = String(Math.floor(modified / 1000));
  const time = `${dateText(modified, '%F %T')}.${String(modified % 1000).padStart(3, '0')}000000 +0000`;
  const size = sizeOf(entry);
  const isEmptyFile = kind === 'file' && size === 0;
  const parts: Readonly<Record<string, string>> = {
    n: name,
    N: kind === 'link' ? `'${name}' -> '${entry.target}'` : name,
    s: String(size),
    a: mode.toString(8),
    A: modeText(entry),
    b: String(kind === 'link' ? 0 : Math.ceil(size / 4096) * 8),
    B: '512',
    d: '47',
    D: '2f',
    f: (types[kind] | mode).toString(16),
    F: isEmptyFile ? 'regular empty file' : { file: 'regular file', folder: 'directory', link: 'symbolic link' }[kind],
    u: String(uid),
    g: String(gid),
    U: findUser(process, String(uid))?.name ?? 'UNKNOWN',
    G: findGroup(process, String(gid))?.name ?? 'UNKNOWN',
    h: kind === 'folder' ? String(2 + foldersIn(process, name)) : '1',
    i: '1',
    o: '4096',
    t: '0',
    T: '0',
    m: '/',
    w: '-',
    W: '0',
    x: time,
    y: time,
    z: time,
    X: seconds,
    Y: seconds,
    Z: seconds,
    '%': '%',
  };
  return format.replaceAll(
    /%([-0]*)(\d*)(?:\.(\d+))?([^])/g,
    (_all, flags: string, width: string, length: string | undefined, letter: string) => {
      const text = (Object.hasOwn(parts, letter) ? parts[letter] : letter) ?? '';
      const cut = length === undefined ? text : text.slice(0, Number(length));
      return flags.includes('-')
        ? cut.padEnd(Number(width))
        : cut.padStart(Number(width), flags.includes('0') ? '0' : ' ');
    },
  );
}

/** Returns the number of folders in a folder: each has a link to it. */
function foldersIn(process: ProcessContext, name: string): number {
  const folder = pathOf(process, name);
  const { files } = process.settings;
  return files.namesIn(folder).filter((each) => files.get(resolvePath(each, folder))?.kind === 'folder').length;
}

export async function du(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, { letters: 'ad:csbkmh' });
  const depth = flags.has('s') ? 0 : Number(values.get('d') ?? Infinity);
  const { files } = process.settings;
  const unit = flags.has('b') ? 1 : flags.has('m') ? 1 << 20 : 1024;
  const shown = (size: number): string => (flags.has('h') ? humanSize(size) : String(Math.ceil(size / unit)));
  let total = 0;
  let code = 0;
  for (const name of operands.length === 0 ? ['.'] : operands) {
    const root = unresolved(process, name);
    if (files.get(root) === undefined) {
      code = await fail(process, `du: ${name}: ${pathProblem(process, name)}`);
      continue;
    }
    const sum = (path: string): number => files.below(path).reduce((all, [, entry]) => all + sizeOf(entry), 0);
    const below = files
      .below(root)
      .filter(([path, entry]) => path === root || entry.kind === 'folder' || flags.has('a'))
      .map(([path]) => ({ path, level: path === root ? 0 : path.slice(root.length).split('/').length - 1 }))
      .filter(({ level }) => level <= depth);
    // What is in a folder comes before it.
    const lines = below.reverse().map(({ path }) => `${shown(sum(path))}\t${name}${path.slice(root.length)}`);
    await printLines(process, lines);
    total += sum(root);
  }
  if (flags.has('c')) await print(process, `${shown(total)}\ttotal`);
  return code;
}
