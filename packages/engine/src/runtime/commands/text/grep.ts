/** The commands `grep`, `egrep` and `fgrep`. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError, pathOf } from '../command.js';
import { readCount, readOptions, type Options } from '../options.js';
import { fromBytes, splitEnd, type ByteStreams, type TextCommand } from './bytes.js';
import { posixExpression } from './regular-expression.js';

const long = {
  quiet: 'q',
  silent: 'q',
  count: 'c',
  'ignore-case': 'i',
  'invert-match': 'v',
  'line-number': 'n',
  recursive: 'r',
  'only-matching': 'o',
  'extended-regexp': 'E',
  'fixed-strings': 'F',
  'files-with-matches': 'l',
  'word-regexp': 'w',
  'line-regexp': 'x',
  'no-filename': 'h',
  'with-filename': 'H',
  'no-messages': 's',
  regexp: 'e',
  'max-count': 'm',
};

export const grep: TextCommand = async (streams, words) => {
  const options = readOptions(words, { letters: 'HhnlLoqvsrRiwxFEzcm:A:B:C:e:f:a', long, code: 2 });
  const { flags, values, given } = options;
  const operands = [...options.operands];
  const patterns: string[] = [];
  for (const [letter, value] of given) {
    if (letter === 'e') patterns.push(...value.split('\n'));
    if (letter === 'f') patterns.push(...patternsIn(await readPatterns(streams, value)));
  }
  if (!flags.has('e') && !flags.has('f')) {
    const pattern = operands.shift();
    if (pattern === undefined) throw new CommandError('usage: grep PATTERN [FILE]...', 2);
    patterns.push(...pattern.split('\n'));
  }
  const count = (letter: string): number => readCount(values.get(letter) ?? '0', '', 2);
  const context = given.filter(([letter]) => letter === 'C').length > 0 ? count('C') : 0;
  const isRecursive = flags.has('r') || flags.has('R');
  const search: Search = {
    expressions: patterns.map((pattern) => expressionOf(pattern, options)),
    flags,
    after: Math.max(context, count('A')),
    before: Math.max(context, count('B')),
    maximum: values.has('m') ? count('m') : Infinity,
    showsName:
      flags.has('H') ||
      (!flags.has('h') && (operands.length > 1 || (isRecursive && operands.some((each) => streams.isFolder(each))))),
    end: flags.has('z') ? '\0' : '\n',
  };
  let hasMatch = false;
  let code = 0;
  // Without names, the input is read, also with -r.
  const names = operands.length === 0 ? ['-'] : operands;
  for (const name of isRecursive ? names.flatMap((each) => filesBelow(streams, each)) : names) {
    if (!isRecursive && streams.isFolder(name)) {
      if (flags.has('c')) await streams.print(`${search.showsName ? `${name}:` : ''}0\n`);
      continue;
    }
    try {
      hasMatch = (await searchFile(streams, name, search)) || hasMatch;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      code = 2;
      if (!flags.has('s')) await streams.complain(error.message, 2);
    }
    if (hasMatch && flags.has('q')) break;
  }
  streams.code = hasMatch && flags.has('q') ? 0 : code || (hasMatch ? 0 : 1);
};

interface Search {
  readonly expressions: readonly LinearExpression[];
  readonly flags: ReadonlySet<string>;
  readonly after: number;
  readonly before: number;
  readonly maximum: number;
  readonly showsName: boolean;
  readonly end: string;
}

function expressionOf(pattern: string, options: Options): LinearExpression {
  try {
    return posixExpression(sourceOf(pattern, options), options.flags.has('E'), options.flags.has('i'));
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`bad regex '${pattern}'`, 2) : error;
  }
}

function sourceOf(pattern: string, { flags }: Options): string {
  const escaped = flags.has('F')
    ? pattern.replaceAll(flags.has('E') ? /[\\^$.*+?()[\]{}|]/g : /[\\^$.*[\]]/g, '\\$&')
    : pattern;
  if (!flags.has('x')) return escaped;
  return flags.has('E') ? `^(${escaped})$` : `^\\(${escaped}\\)$`;
}

async function readPatterns(streams: ByteStreams, name: string): Promise<string> {
  try {
    return await streams.read(name);
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(error.message, 2) : error;
  }
}

function patternsIn(bytes: string): string[] {
  const lines = bytes.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function filesBelow({ process }: ByteStreams, name: string): string[] {
  const base = pathOf(process, fromBytes(name));
  const below = name === '-' ? [] : process.settings.files.below(base);
  if (below.length === 0) return [name];
  const prefix = name.replace(/\/$/, '');
  return below
    .filter(([, entry]) => entry.kind === 'file')
    .map(([path]) => (path === base ? name : `${prefix}/${path.slice(base === '/' ? 1 : base.length + 1)}`));
}

/** Returns the match of a line from a position on. */
function matchOf(
  line: string,
  from: number,
  { expressions, flags }: Search,
): { readonly start: number; readonly end: number } | undefined {
  let best: { start: number; end: number } | undefined;
  for (const expression of expressions) {
    for (let at = from; at <= line.length;) {
      const match = expression.findFrom(line, at);
      if (match === undefined) break;
      const [start, end] = [match.index, match.index + (match.texts[0] ?? '').length];
      const isWord = !flags.has('w') || !(/\w/.test(line[start - 1] ?? ' ') || /\w/.test(line[end] ?? ' '));
      if (!isWord) {
        at = start + 1;
        continue;
      }
      if (best === undefined || start < best.start || (start === best.start && end > best.end)) best = { start, end };
      break;
    }
  }
  return best;
}

/** @returns whether the file has selected lines */
async function searchFile(streams: ByteStreams, name: string, search: Search): Promise<boolean> {
  const { flags, maximum, before, after, end } = search;
  const shown = name === '-' ? '(standard input)' : name;
  const isSilent = ['q', 'l', 'L', 'c'].some((flag) => flags.has(flag));
  const held: [number: number, line: string][] = [];
  let [selected, number, lastShown, left] = [0, 0, 0, 0];
  const show = async (text: string, at: number, mark: string): Promise<void> => {
    if (at > lastShown + 1 && lastShown > 0 && (before > 0 || after > 0)) await streams.print('--\n');
    lastShown = at;
    await streams.print(
      `${search.showsName ? `${shown}${mark}` : ''}${flags.has('n') ? `${at}${mark}` : ''}${text}${end}`,
    );
  };
  for await (const raw of streams.lines(name, end)) {
    number += 1;
    const [line] = splitEnd(raw, end);
    const match = matchOf(line, 0, search);
    const isSelected = (match !== undefined) !== flags.has('v') && selected < maximum;
    if (isSelected) {
      selected += 1;
      if (flags.has('q')) return true;
      if (flags.has('l') || flags.has('L')) break;
      if (!isSilent) {
        for (const [at, text] of held) await show(text, at, '-');
        held.length = 0;
        if (!flags.has('o')) await show(line, number, ':');
        else if (!flags.has('v'))
          for (let at = match; at !== undefined; at = matchOf(line, Math.max(at.end, at.start + 1), search))
            if (at.end > at.start) {
              lastShown = number - 1;
              await show(line.slice(at.start, at.end), number, ':');
            }
      }
      left = after;
    } else if (left > 0 && !isSilent) {
      left -= 1;
      await show(line, number, '-');
    } else if (before > 0) {
      held.push([number, line]);
      if (held.length > before) held.shift();
    }
    if (selected >= maximum) break;
  }
  if (flags.has('c') && !(flags.has('l') && selected > 0))
    await streams.print(`${search.showsName ? `${shown}:` : ''}${selected}\n`);
  if (flags.has('l') && selected > 0) await streams.print(`${shown}\n`);
  if (!flags.has('L')) return selected > 0;
  if (selected === 0) await streams.print(`${shown}\n`);
  return selected === 0;
}
