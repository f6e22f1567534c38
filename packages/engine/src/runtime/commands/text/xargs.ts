/** The command `xargs`. */
import { locate, runChild } from '../../run-program.js';
import { CommandError } from '../command.js';
import { readCount, readOptions } from '../options.js';
import { fromBytes, type ByteStreams, type TextCommand } from './bytes.js';

const maximumWords = 2_147_483_647;

export const xargs: TextCommand = async (streams, words) => {
  const options = readOptions(words, {
    letters: '+0a:rtpE:e::I:i::n:s:P:x',
    long: { null: '0', 'no-run-if-empty': 'r', 'max-args': 'n', verbose: 't' },
  });
  const { flags, values } = options;
  if (flags.has('p')) throw new CommandError("can't open '/dev/tty': No such file or directory");
  const command = options.operands.length === 0 ? ['echo'] : options.operands;
  const count = values.has('n') ? readCount(values.get('n') ?? '', '') : maximumWords;
  const size = values.has('s') ? readCount(values.get('s') ?? '', '') : 131_072;
  if (count === 0) throw new CommandError(`number 0 is not in 1..${maximumWords} range`);
  const mark = flags.has('I') ? values.get('I') : flags.has('i') ? values.get('i') || '{}' : undefined;
  const bytes = await inputOf(streams, values.get('a'));
  const end = values.get('E') || values.get('e');
  const all = flags.has('0') ? partsOf(bytes) : mark === undefined ? wordsOf(bytes) : linesOf(bytes);
  const at = end === undefined ? -1 : all.indexOf(end);
  const items = at < 0 ? all : all.slice(0, at);
  if (mark !== undefined) {
    for (const item of items)
      if (
        !(await runOnce(
          streams,
          command.map((word) => word.replaceAll(mark, () => item)),
          flags,
        ))
      )
        return;
    return;
  }
  if (items.length === 0 && !flags.has('r')) await runOnce(streams, command, flags);
  for (let start = 0; start < items.length;) {
    let stop = start;
    let length = command.reduce((sum, word) => sum + word.length + 1, 0);
    while (stop < items.length && stop - start < count) {
      length += (items[stop] ?? '').length + 1;
      if (length > size && stop > start) break;
      stop += 1;
    }
    if (!(await runOnce(streams, [...command, ...items.slice(start, stop)], flags))) return;
    start = stop;
  }
};

async function inputOf(streams: ByteStreams, file: string | undefined): Promise<string> {
  try {
    return await streams.read(file ?? '-');
  } catch (error) {
    throw error instanceof CommandError ? new CommandError(`can't open '${file}': No such file or directory`) : error;
  }
}

/** Runs the program once. @returns whether `xargs` goes on */
async function runOnce(streams: ByteStreams, words: readonly string[], flags: ReadonlySet<string>): Promise<boolean> {
  const { process } = streams;
  if (flags.has('t')) await streams.print(`${words.join(' ')}\n`, 'stderr');
  const [name = '', ...args] = words.map(fromBytes);
  const program = locate(process, name);
  if (program.kind !== 'found') {
    await streams.complain(
      `${name}: ${program.kind === 'denied' ? 'Permission denied' : 'No such file or directory'}`,
      program.kind === 'denied' ? 126 : 127,
    );
    return false;
  }
  const code = await runChild(process, program.run, [name, ...args]);
  if (process.killed.aborted) return false;
  if (code === 255) {
    await streams.complain(`${name}: exited with status 255; aborting`, 124);
    return false;
  }
  if (code !== 0) streams.code = 123;
  return true;
}

function partsOf(bytes: string): string[] {
  const parts = bytes.split('\0');
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

function linesOf(bytes: string): string[] {
  return bytes
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .filter((line) => line !== '');
}

/** Splits words as a shell does: quotes and backslashes protect blanks. */
function wordsOf(bytes: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let index = 0; index < bytes.length; index += 1) {
    const letter = bytes.charAt(index);
    if (letter === "'" || letter === '"') {
      const end = bytes.indexOf(letter, index + 1);
      const line = bytes.indexOf('\n', index + 1);
      if (end < 0 || (line >= 0 && line < end))
        throw new CommandError(`unmatched ${letter === "'" ? 'single' : 'double'} quote`);
      word = (word ?? '') + bytes.slice(index + 1, end);
      index = end;
    } else if (letter === '\\') {
      index += 1;
      word = (word ?? '') + bytes.charAt(index);
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  if (word !== undefined) words.push(word);
  return words;
}
