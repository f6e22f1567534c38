/** The command `ls`. */
import { nameOf, resolvePath } from '../../../filesystem/paths.js';
import type { TreeEntry } from '../../../ports/filesystem.js';
import type { Command, ProcessContext } from '../../process-context.js';
import { fail, pathOf, printLines, unresolved } from '../command.js';
import { humanSize, modeText, sizeOf } from './entry-text.js';
import { readCount, readOptions } from '../options.js';
import { compareText, compareVersions } from '../text/sort.js';
import { findGroup, findUser } from '../users.js';

/** Inode numbers and other times than that of the change are refused: the simulated files have none. */
const letters = '1AadLHRFplnhrSXvtsCxw:';
const long = {
  color: '1',
  all: 'a',
  'almost-all': 'A',
  directory: 'd',
  recursive: 'R',
  reverse: 'r',
  'human-readable': 'h',
};

interface Shown {
  readonly name: string;
  readonly path: string;
  readonly entry: TreeEntry;
}

export const ls: Command = async (process, words) => {
  const { flags, values, operands } = readOptions(words, { letters, long });
  const width = readCount(values.get('w') ?? '80', '');
  const { files } = process.settings;
  const found: Shown[] = [];
  let code = 0;
  for (const name of operands.length === 0 ? ['.'] : operands) {
    const isFollowed =
      !(flags.has('d') || flags.has('l') || flags.has('F')) || name.endsWith('/') || flags.has('L') || flags.has('H');
    const path = isFollowed ? pathOf(process, name) : unresolved(process, name);
    const entry = files.get(path) ?? files.get(unresolved(process, name));
    if (entry === undefined) code = await fail(process, `ls: ${name}: No such file or directory`);
    else found.push({ name, path, entry });
  }
  const isListed = ({ entry }: Shown): boolean => entry.kind === 'folder' && !flags.has('d');
  const single = found.filter((each) => !isListed(each));
  await printEntries(process, sorted(single, flags), flags, width);
  const folders = sorted(found.filter(isListed), flags);
  let isFirst = single.length === 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const { name, path } = folder;
    if (operands.length > 1 || flags.has('R')) await printLines(process, [`${isFirst ? '' : '\n'}${name}:`]);
    isFirst = false;
    const inside = entriesIn(process, path, flags);
    const total = inside.reduce((sum, { entry }) => sum + blocksOf(entry), 0);
    if (flags.has('l') || flags.has('n')) await printLines(process, [`total ${total}`]);
    await printEntries(process, inside, flags, width);
    if (!flags.has('R')) continue;
    const below = inside.filter((each) => each.entry.kind === 'folder' && each.name !== '.' && each.name !== '..');
    folders.unshift(...below.map((each) => ({ ...each, name: `${name.replace(/\/$/, '')}/${each.name}` })));
  }
  return code;
};

function entriesIn(process: ProcessContext, folder: string, flags: ReadonlySet<string>): Shown[] {
  const names = process.settings.files
    .namesIn(folder)
    .filter((name) => flags.has('a') || flags.has('A') || !name.startsWith('.'));
  const all = [...(flags.has('a') ? ['.', '..'] : []), ...names];
  const entries = all.flatMap((name) => {
    const own = resolvePath(name, folder);
    const path = flags.has('L') ? pathOf(process, own) : own;
    const entry = process.settings.files.get(path) ?? process.settings.files.get(own);
    return entry === undefined ? [] : [{ name, path, entry }];
  });
  return sorted(entries, flags);
}

function sorted(entries: readonly Shown[], flags: ReadonlySet<string>): Shown[] {
  const extension = ({ name }: Shown): string => /\.[^.]*$/.exec(nameOf(name))?.[0] ?? '';
  const order = [...entries].sort(
    (one, other) =>
      (flags.has('S') ? sizeOf(other.entry) - sizeOf(one.entry) : 0) ||
      (flags.has('t') ? other.entry.modified - one.entry.modified : 0) ||
      (flags.has('X') ? compareText(extension(one), extension(other)) : 0) ||
      (flags.has('v') ? compareVersions(one.name, other.name) : 0) ||
      compareText(one.name, other.name),
  );
  return flags.has('r') ? order.reverse() : order;
}

async function printEntries(
  process: ProcessContext,
  entries: readonly Shown[],
  flags: ReadonlySet<string>,
  width: number,
): Promise<void> {
  const isLong = flags.has('l') || flags.has('n');
  const lines = entries.map(({ name, entry }) => {
    const mark = flags.has('F') ? markOf(entry) : flags.has('p') && entry.kind === 'folder' ? '/' : '';
    const blocks = flags.has('s') ? `${String(blocksOf(entry)).padStart(6)} ` : '';
    if (!isLong) return `${blocks}${name}${mark}`;
    return (
      blocks +
      longLine(process, { name: `${name}${entry.kind === 'link' ? ` -> ${entry.target}` : mark}`, entry, flags })
    );
  });
  const isInColumns = (flags.has('C') || flags.has('x')) && !isLong && !flags.has('1');
  await printLines(process, isInColumns ? columnsOf(lines, width, flags.has('x')) : lines);
}

/** Arranges texts in columns: one below the other, or with `-x` one beside the other. */
function columnsOf(texts: readonly string[], width: number, isAcross: boolean): string[] {
  const size = Math.max(0, ...texts.map((text) => text.length)) + 2;
  const columns = Math.max(1, Math.floor(width / size));
  const rows = Math.ceil(texts.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_each, column) => texts[isAcross ? row * columns + column : column * rows + row])
      .filter((text) => text !== undefined)
      .map((text, index, all) => (index === all.length - 1 ? text : text.padEnd(size)))
      .join(''),
  );
}

function markOf({ kind, mode }: TreeEntry): string {
  if (kind === 'file') return (mode & 0o111) === 0 ? '' : '*';
  return kind === 'folder' ? '/' : '@';
}

const halfYear = 15_768_000_000;

function longLine(
  process: ProcessContext,
  { name, entry, flags }: { readonly name: string; readonly entry: TreeEntry; readonly flags: ReadonlySet<string> },
): string {
  const owner = (id: number, find: typeof findUser | typeof findGroup): string =>
    ((flags.has('n') ? undefined : find(process, String(id))?.name) ?? String(id)).slice(0, 8).padEnd(8);
  const date = new Date(entry.modified).toUTCString();
  const age = process.clock.now() - entry.modified;
  const time = age > halfYear || age < -900_000 ? ` ${date.slice(12, 16)}` : date.slice(17, 22);
  const size = flags.has('h') ? humanSize(sizeOf(entry)).padStart(7) : String(sizeOf(entry)).padStart(9);
  const day = String(new Date(entry.modified).getUTCDate()).padStart(2);
  return `${modeText(entry)}    1 ${owner(entry.uid, findUser)} ${owner(entry.gid, findGroup)} ${size} ${date.slice(8, 11)} ${day} ${time} ${name}`;
}

/** Returns the space of an entry, in blocks of 1,024 bytes. */
function blocksOf(entry: TreeEntry): number {
  return entry.kind === 'link' ? 0 : Math.ceil(sizeOf(entry) / 4096) * 4;
}
