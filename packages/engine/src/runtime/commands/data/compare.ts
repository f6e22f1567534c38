/** `cmp` and `diff`. */
import type { StructuredPatchHunk } from 'diff';
import { nameOf, resolvePath } from '../../../filesystem/paths.js';
import { CommandError, entryOf, pathOf } from '../command.js';
import { dateText } from '../date.js';
import { readCount, readOptions } from '../options.js';
import { fromBytes, toBytes, type ByteStreams, type TextCommand } from '../text/bytes.js';

export const cmp: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'lsn:' });
  const [one, other = '-', skipOne = '0', skipOther = '0'] = operands;
  if (one === undefined) throw new CommandError('usage: cmp [-ls] [-n NUM] FILE1 [FILE2 [SKIP1 [SKIP2]]]');
  const limit = values.has('n') ? readCount(values.get('n') ?? '') : Infinity;
  const texts: string[] = [];
  for (const [name, skip] of [[one, skipOne] as const, [other, skipOther] as const]) {
    try {
      texts.push((await streams.read(name)).slice(readCount(skip)));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      streams.code = 2;
      if (!flags.has('s')) await streams.complain(error.message, 2);
      return;
    }
  }
  const [left = '', right = ''] = texts;
  const length = Math.min(left.length, right.length, limit);
  const lines: string[] = [];
  let line = 1;
  for (let at = 0; at < length; at += 1) {
    if (left[at] !== right[at]) {
      streams.code = 1;
      if (flags.has('s')) return;
      if (!flags.has('l')) return streams.print(`${one} ${other} differ: char ${at + 1}, line ${line}\n`);
      const octal = (text: string): string => text.charCodeAt(at).toString(8).padStart(3);
      lines.push(`${at + 1} ${octal(left)} ${octal(right)}\n`);
    }
    if (left[at] === '\n') line += 1;
  }
  await streams.print(lines.join(''));
  if (length === limit || left.length === right.length) return;
  streams.code = 1;
  if (!flags.has('s')) await streams.complain(`EOF on ${left.length < right.length ? one : other}`);
};

interface DiffOptions {
  readonly flags: ReadonlySet<string>;
  readonly context: number;
  readonly labels: readonly string[];
}

export const diff: TextCommand = async (streams, words) => {
  const { flags, values, given, operands } = readOptions(words, {
    letters: 'abdiL:NqrstTuU:wB',
    long: {
      recursive: 'r',
      brief: 'q',
      unified: 'u',
      'ignore-case': 'i',
      'report-identical-files': 's',
      text: 'a',
      'new-file': 'N',
    },
  });
  const [one, other, ...rest] = operands;
  if (one === undefined || other === undefined || rest.length > 0)
    throw new CommandError('usage: diff [-abBdiNqrsTtw] [-L LABEL] [-U LINES] FILE1 FILE2');
  const options = {
    flags,
    context: readCount(values.get('U') ?? '3', ''),
    labels: given.filter(([letter]) => letter === 'L').map(([, label]) => label),
  };
  const kindOf = (name: string) => (name === '-' ? 'file' : entryOf(streams.process, fromBytes(name))?.kind);
  const [kind, otherKind] = [kindOf(one), kindOf(other)];
  const isMissing = (name: string, found: string | undefined): boolean =>
    found === undefined && !flags.has('N') && name !== '-';
  // A file is compared with the one of its name in a folder.
  const [left, right] =
    kind === 'folder' && otherKind === 'file'
      ? [`${one}/${nameOf(other)}`, other]
      : kind === 'file' && otherKind === 'folder'
        ? [one, `${other}/${nameOf(one)}`]
        : [one, other];
  for (const name of [left, right]) {
    if (!isMissing(name, kindOf(name))) continue;
    return streams.complain(`can't stat '${name}': No such file or directory`, 2);
  }
  if (kind === 'folder' && otherKind === 'folder') await diffFolders(streams, left, right, options);
  else await diffFiles(streams, left, right, options);
};

async function diffFolders(streams: ByteStreams, one: string, other: string, options: DiffOptions): Promise<void> {
  const { files } = streams.process.settings;
  const entriesOf = (folder: string, prefix = ''): string[] =>
    files.namesIn(resolvePath(prefix, pathOf(streams.process, fromBytes(folder)))).flatMap((name) => {
      const path = prefix + name;
      const isFolder = files.get(resolvePath(path, pathOf(streams.process, fromBytes(folder))))?.kind === 'folder';
      return [path, ...(isFolder && options.flags.has('r') ? entriesOf(folder, `${path}/`) : [])];
    });
  const [left, right] = [entriesOf(one), entriesOf(other)];
  for (const path of [...new Set([...left, ...right])].sort((a, b) => (a < b ? -1 : 1))) {
    const name = toBytes(path);
    const [leftEntry, rightEntry] = [one, other].map((folder) =>
      entryOf(streams.process, fromBytes(`${folder}/${name}`)),
    );
    const isOnly = leftEntry === undefined || rightEntry === undefined;
    if (isOnly && !options.flags.has('N')) {
      // What is in a folder that is missing needs no line.
      const [folder, all] = leftEntry === undefined ? [other, left] : [one, right];
      const parent = path.replace(/\/?[^/]*$/, '');
      if (parent !== '' && !all.includes(parent)) continue;
      streams.code = 1;
      await streams.print(`Only in ${folder}${parent === '' ? '' : `/${toBytes(parent)}`}: ${toBytes(nameOf(path))}\n`);
    } else if (leftEntry?.kind !== 'folder' && rightEntry?.kind !== 'folder') {
      await diffFiles(streams, `${one}/${name}`, `${other}/${name}`, options);
    }
  }
}

async function diffFiles(
  streams: ByteStreams,
  one: string,
  other: string,
  { flags, context, labels }: DiffOptions,
): Promise<void> {
  const isThere = (name: string): boolean => name === '-' || entryOf(streams.process, fromBytes(name)) !== undefined;
  const textOf = async (name: string): Promise<string> => (isThere(name) ? streams.read(name) : '');
  const [left, right] = [await textOf(one), await textOf(other)];
  const { structuredPatch } = await import('diff');
  const isChanged = ['b', 'w', 'i'].some((letter) => flags.has(letter));
  const plain = (line: string): string => {
    const spaced = flags.has('w')
      ? line.replaceAll(/\s+/g, '')
      : flags.has('b')
        ? line.replaceAll(/\s+/g, ' ').trimEnd()
        : line;
    return flags.has('i') ? spaced.toLowerCase() : spaced;
  };
  const patch = structuredPatch('', '', left, right, undefined, undefined, {
    context,
    maxEditLength: 20_000,
    ...(isChanged && { comparator: (one: string, other: string) => plain(one) === plain(other) }),
  } as never) as { hunks: readonly StructuredPatchHunk[] } | undefined;
  // Blank lines alone are no difference.
  if (patch && flags.has('B'))
    patch.hunks = patch.hunks.filter((hunk) => hunk.lines.some((line) => /^[-+].*\S/.test(line)));
  if (patch === undefined) throw new CommandError('the files differ in too many lines');
  if (patch.hunks.length === 0) {
    if (flags.has('s') && one !== other) await streams.print(`Files ${one} and ${other} are identical\n`);
    return;
  }
  streams.code = 1;
  if (flags.has('q')) return streams.print(`Files ${one} and ${other} differ\n`);
  // Text has no bytes that are zero.
  if (!flags.has('a') && /\0/.test(left + right)) return streams.print(`Binary files ${one} and ${other} differ\n`);
  const head = (name: string, label: string | undefined): string => {
    if (label !== undefined) return label;
    const time =
      entryOf(streams.process, fromBytes(name))?.modified ?? (name === '-' ? streams.process.clock.now() : 0);
    return `${isThere(name) || !flags.has('r') ? name : '/dev/null'}\t${dateText(time, '%F %T')}.000000000 +0000`;
  };
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${rangeOf(hunk.oldStart, hunk.oldLines)} +${rangeOf(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines.map((line) => {
      const text = flags.has('t') ? line.replaceAll('\t', '        ') : line;
      return flags.has('T') && !line.startsWith('\\') ? text.replace(/^(.)/, '$1\t') : text;
    }),
  ]);
  await streams.print(`--- ${head(one, labels[0])}\n+++ ${head(other, labels[1])}\n${lines.join('\n')}\n`);
}

function rangeOf(start: number, count: number): string {
  // An empty range begins after the line before it.
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`;
}
