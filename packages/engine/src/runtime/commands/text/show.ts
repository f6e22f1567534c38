/** Commands that show files: `cat`, `head`, `tail`, `tee`, `wc`, `rev`, `tac`, `nl`. */
import { CommandError, writeProblem } from '../command.js';
import { readCount, readOptions } from '../options.js';
import { splitEnd, type ByteStreams, type TextCommand } from './bytes.js';

export const cat: TextCommand = async (streams, words) => {
  const { flags, operands } = readOptions(words, { letters: 'nbvteAu' });
  const isNumbered = flags.has('n') || flags.has('b');
  const shown = (text: string): string => visible(text, flags.has('t') || flags.has('A'));
  const isVisible = ['v', 't', 'e', 'A'].some((flag) => flags.has(flag));
  let number = 0;
  for (const name of operands.length === 0 ? ['-'] : operands) {
    try {
      if (!isNumbered && !isVisible) {
        for await (const chunk of streams.parts(name)) await streams.print(chunk);
        continue;
      }
      for await (const line of streams.lines(name)) {
        const [text, end] = splitEnd(line);
        const hasNumber = isNumbered && !(flags.has('b') && text === '');
        if (hasNumber) number += 1;
        const prefix = hasNumber ? `${String(number).padStart(6)}${isVisible ? '  ' : '\t'}` : '';
        const dollar = end !== '' && (flags.has('e') || flags.has('A')) ? '$' : '';
        await streams.print(`${prefix}${isVisible ? shown(text) : text}${dollar}${isVisible ? end : '\n'}`);
      }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await streams.complain(
        streams.isFolder(name) ? 'read error: Is a directory' : `can't open '${name}': No such file or directory`,
      );
    }
  }
};

function visible(text: string, showsTabs: boolean): string {
  return [...text]
    .map((letter) => {
      const code = letter.charCodeAt(0);
      if (letter === '\t' && !showsTabs) return letter;
      const prefix = code >= 128 ? 'M-' : '';
      const low = code & 127;
      return `${prefix}${low < 32 ? `^${String.fromCharCode(low + 64)}` : low === 127 ? '^?' : String.fromCharCode(low)}`;
    })
    .join('');
}

/** Turns `-5` and `+5` into `-n5` and `-n+5`. */
function countWords(words: readonly string[], sign: RegExp): string[] {
  return words.map((word, index) =>
    sign.test(word) && !/^-[nc]$/.test(words[index - 1] ?? '') ? `-n${word.replace(/^-/, '')}` : word,
  );
}

/** Shows each file with a head line before it, as `head` and `tail` do. */
async function withHeads(
  streams: ByteStreams,
  {
    names,
    hasHeads,
    unreadable,
  }: { readonly names: readonly string[]; readonly hasHeads: boolean; readonly unreadable: (name: string) => string },
  show: (name: string) => Promise<void>,
): Promise<void> {
  let isFirst = true;
  for (const name of names) {
    if (name !== '-' && streams.content(name) === undefined) {
      await streams.complain(unreadable(name));
      isFirst = isFirst && streams.name === 'tail';
      continue;
    }
    if (hasHeads) await streams.print(`${isFirst ? '' : '\n'}==> ${name === '-' ? 'standard input' : name} <==\n`);
    isFirst = false;
    await show(name);
  }
}

export const head: TextCommand = async (streams, words) => {
  const { flags, given, operands } = readOptions(countWords(words, /^-\d/), { letters: 'n:c:qv' });
  const [letter, text] = given.filter(([each]) => 'nc'.includes(each)).at(-1) ?? ['n', '10'];
  const count = readCount(text.replace(/^-/, '') === '' ? text : text.replace(/^-/, ''));
  const names = operands.length === 0 ? ['-'] : operands;
  const hasHeads = (names.length > 1 && !flags.has('q')) || flags.has('v');
  const unreadable = (name: string) =>
    streams.isFolder(name) ? `${name}: Input/output error` : `${name}: No such file or directory`;
  await withHeads(streams, { names, hasHeads, unreadable }, async (name) => {
    if (text.startsWith('-')) {
      const bytes = await streams.read(name);
      const remaining =
        letter === 'c'
          ? bytes.slice(0, Math.max(0, bytes.length - count))
          : linesIn(bytes)
              .slice(0, count === 0 ? undefined : -count)
              .join('');
      await streams.print(remaining);
    } else if (letter === 'c' && name === '/dev/zero') {
      await streams.print('\0'.repeat(count));
    } else if (name !== '-') {
      const bytes = streams.file(name);
      await streams.print(letter === 'c' ? bytes.slice(0, count) : linesIn(bytes).slice(0, count).join(''));
    } else await headOfInput(streams, letter, count);
  });
};

/** Reads the input piece by piece: a program that writes without end is ended. */
async function headOfInput({ process }: ByteStreams, letter: string, count: number): Promise<void> {
  for (let left = count; left > 0;) {
    const data = letter === 'c' ? await process.read() : await process.readLine();
    if (data === undefined) return;
    await process.write('stdout', letter === 'c' ? (data as Buffer).subarray(0, left) : data);
    left -= letter === 'c' ? data.length : 1;
  }
}

function linesIn(bytes: string): string[] {
  return bytes.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

export const tail: TextCommand = async (streams, words) => {
  const { flags, values, given, operands } = readOptions(countWords(words, /^[-+]\d/), { letters: 'n:c:qvfFs:' });
  const [letter, text] = given.filter(([each]) => 'nc'.includes(each)).at(-1) ?? ['n', '10'];
  const count = readCount(text.replace(/^[-+]/, '') === '' ? text : text.replace(/^[-+]/, ''));
  const follows = flags.has('f') || flags.has('F');
  const names = (operands.length === 0 ? ['-'] : operands).filter((name) => !(follows && name === '/dev/null'));
  const hasHeads = (names.length > 1 && !flags.has('q')) || flags.has('v');
  const unreadable = (name: string) =>
    streams.isFolder(name)
      ? `error reading '${name}': Is a directory`
      : `can't open '${name}': No such file or directory`;
  const lengths = new Map<string, number>();
  await withHeads(streams, { names, hasHeads, unreadable }, async (name) => {
    const bytes = await streams.read(name);
    lengths.set(name, bytes.length);
    const parts = letter === 'c' ? bytes : linesIn(bytes);
    const remaining = text.startsWith('+')
      ? parts.slice(Math.max(0, count - 1))
      : parts.slice(count === 0 ? parts.length : -count);
    await streams.print(typeof remaining === 'string' ? remaining : remaining.join(''));
  });
  if (follows) await follow(streams, names, lengths, Number(values.get('s') ?? 0.2));
};

/** Prints what is appended to files, until the process ends. */
async function follow(
  streams: ByteStreams,
  names: readonly string[],
  lengths: Map<string, number>,
  seconds: number,
): Promise<void> {
  const { process } = streams;
  const files = names.filter((name) => name !== '-');
  if (files.length === 0) return process.sleep(Infinity);
  while (!process.killed.aborted) {
    await process.sleep(seconds * 1000);
    for (const name of files) {
      const bytes = streams.content(name) ?? '';
      const before = lengths.get(name) ?? 0;
      if (bytes.length > before) await streams.print(bytes.slice(before));
      lengths.set(name, bytes.length);
    }
  }
}

export const tee: TextCommand = async (streams, words) => {
  const { flags, operands } = readOptions(words, { letters: 'ai', long: { append: 'a' } });
  const contents = new Map<string, string>();
  for (const name of operands) {
    const problem = writeProblem(streams.process, name);
    if (problem !== undefined) {
      await streams.complain(`${name}: ${problem}`);
      continue;
    }
    const before = flags.has('a') ? (streams.content(name) ?? '') : '';
    contents.set(name, before);
    streams.write(name, before);
  }
  for await (const chunk of streams.chunks()) {
    await streams.print(chunk);
    for (const [name, before] of contents) {
      contents.set(name, before + chunk);
      streams.write(name, before + chunk);
    }
  }
};

export const wc: TextCommand = async (streams, words) => {
  const { flags, operands } = readOptions(words, {
    letters: 'cmlwL',
    long: { lines: 'l', words: 'w', bytes: 'c', chars: 'm' },
  });
  const letters = flags.size === 0 ? ['l', 'w', 'c'] : ['l', 'w', 'm', 'c', 'L'].filter((letter) => flags.has(letter));
  const total = letters.map(() => 0);
  // One number of one file stands alone; others are columns.
  const isPlain = letters.length === 1 && operands.length < 2;
  const row = (counts: readonly number[], name: string): Promise<void> =>
    streams.print(
      `${[...counts.map((count) => String(count).padStart(isPlain ? 0 : 9)), ...(name === '' ? [] : [name])].join(' ')}\n`,
    );
  for (const name of operands.length === 0 ? ['-'] : operands) {
    const bytes = await streams.attempt(() => streams.read(name));
    if (bytes === undefined && !streams.isFolder(name)) continue;
    const counts = letters.map((letter) => counted(bytes ?? '', letter));
    for (const [index, count] of counts.entries())
      total[index] = letters[index] === 'L' ? Math.max(total[index] ?? 0, count) : (total[index] ?? 0) + count;
    await row(counts, operands.length === 0 ? '' : name);
  }
  if (operands.length > 1) await row(total, 'total');
};

function counted(bytes: string, letter: string): number {
  if (letter === 'l') return bytes.split('\n').length - 1;
  if (letter === 'w') return bytes.match(/[^\s\0-\x1f]+/g)?.length ?? 0;
  if (letter !== 'L') return bytes.length;
  const widths = bytes.split('\n').map((line) => {
    let width = 0;
    for (const each of line)
      width = each === '\t' ? (width | 7) + 1 : each < ' ' || each === '\x7f' ? width : width + 1;
    return width;
  });
  return Math.max(...widths);
}

export const rev: TextCommand = async (streams, words) => {
  const { operands } = readOptions(words, { letters: '' });
  for await (const line of streams.allLines(operands)) {
    const [text, end] = splitEnd(line);
    await streams.print([...text].reverse().join('') + end);
  }
};

export const tac: TextCommand = async (streams, words) => {
  const { operands } = readOptions(words, { letters: '' });
  for (const name of operands.length === 0 ? ['-'] : operands) {
    const lines: string[] = [];
    for await (const line of streams.allLines([name])) lines.push(line);
    await streams.print(lines.reverse().join(''));
  }
};

export const nl: TextCommand = async (streams, words) => {
  const { values, operands } = readOptions(words, { letters: 'b:i:s:v:w:' });
  const style = values.get('b') ?? 't';
  const width = readCount(values.get('w') ?? '6');
  let number = readCount(values.get('v') ?? '1');
  for await (const line of streams.allLines(operands)) {
    const [text] = splitEnd(line);
    const isNumbered = style.startsWith('a') || (style.startsWith('t') && text !== '');
    await streams.print(
      isNumbered
        ? `${String(number).padStart(width)}${values.get('s') ?? '\t'}${text}\n`
        : `${' '.repeat(width + 1)}${text}\n`,
    );
    if (isNumbered) number += readCount(values.get('i') ?? '1');
  }
};
