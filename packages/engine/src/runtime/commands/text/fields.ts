/** Commands of columns: `cut`, `paste`, `uniq`, `seq`, `fold`, `expand`, `unexpand`. */
import { CommandError } from '../command.js';
import { readCount, readOptions } from '../options.js';
import { splitEnd, type TextCommand } from './bytes.js';
import { posixExpression } from './regular-expression.js';

export const cut: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, {
    letters: 'b:c:d:O:Df:F:sn',
    long: { delimiter: 'd', fields: 'f', characters: 'c', bytes: 'b' },
  });
  const kinds = ['b', 'c', 'f', 'F'].filter((letter) => flags.has(letter));
  if (kinds.length > 1) throw new CommandError('usage: cut OPTIONS [FILE]...');
  const [kind] = kinds;
  if (kind === undefined) throw new CommandError('expected a list of bytes, characters, or fields');
  const ranges = rangesOf(values.get(kind) ?? '');
  if (!flags.has('D')) ranges.sort(([one], [other]) => one - other);
  const isField = kind === 'f' || kind === 'F';
  if (!isField && (flags.has('d') || flags.has('s')))
    throw new CommandError(
      `${flags.has('d') ? 'a delimiter' : 'suppressing non-delimited lines'} may be specified only when operating on fields`,
    );
  const separator =
    kind === 'F'
      ? posixExpression(values.get('d') ?? '[[:space:]][[:space:]]*', false)
      : (values.get('d') ?? '\t').slice(0, 1);
  const joint = values.get('O') ?? (typeof separator === 'string' ? separator : ' ');
  for await (const line of streams.allLines(operands)) {
    const [text] = splitEnd(line);
    const parts = isField
      ? typeof separator === 'string'
        ? text.split(separator)
        : separator.replace(text, () => '\n', true).split('\n')
      : [...text];
    if (isField && parts.length === 1) {
      if (!flags.has('s')) await streams.print(`${text}\n`);
      continue;
    }
    const seen = new Set<number>();
    for (const [first, last] of ranges)
      for (let index = first; index <= Math.min(last, parts.length); index += 1) if (!seen.has(index)) seen.add(index);
    await streams.print(`${[...seen].map((index) => parts[index - 1]).join(isField ? joint : '')}\n`);
  }
};

function rangesOf(list: string): [number, number][] {
  return list.split(',').map((text) => {
    const [, first = '', dash = '', last = ''] = /^(\d*)(-?)(\d*)$/.exec(text) ?? [];
    if (first + last === '') throw new CommandError(`invalid number '${text}'`);
    const start = Math.max(1, Number(first || '1'));
    const end = dash === '' ? start : last === '' ? Infinity : Number(last);
    if (end < start) throw new CommandError(`${end}<${start - 1}`);
    return [start, end];
  });
}

export const paste: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'd:s' });
  const delimiters = [
    ...(values.get('d') ?? '\t').replaceAll(
      /\\(.)/g,
      (_all, letter: string) => ({ n: '\n', t: '\t', '0': '\0' })[letter] ?? letter,
    ),
  ];
  if (delimiters.length === 0) throw new CommandError("-d '' is not supported");
  const names = operands.length === 0 ? ['-'] : operands;
  for (const name of names) if (name !== '-') streams.file(name);
  const input = names.includes('-') ? streams.lines('-') : undefined;
  const sources = names.map((name) => (name === '-' && input !== undefined ? input : streams.lines(name)));
  const open = sources.map(() => true);
  const delimiter = (index: number): string => (delimiters[index % delimiters.length] ?? '').replace('\0', '');
  if (flags.has('s')) {
    for (const source of sources) {
      let count = 0;
      for await (const line of source) {
        await streams.print(`${count === 0 ? '' : delimiter(count - 1)}${splitEnd(line)[0]}`);
        count += 1;
      }
      await streams.print('\n');
    }
    return;
  }
  // A file that has ended is skipped with its delimiter, as in busybox.
  while (open.some(Boolean)) {
    let used = 0;
    for (const [index, source] of sources.entries()) {
      if (open[index] === false) continue;
      const { value, done } = await source.next();
      if (done === true) {
        open[index] = false;
        continue;
      }
      const isLast = index === sources.length - 1;
      await streams.print(`${splitEnd(value)[0]}${isLast ? '\n' : delimiter(used)}`);
      if (!isLast) used += 1;
    }
  }
};

export const uniq: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'cduizf:s:w:' });
  if (operands.length > 2) throw new CommandError('usage: uniq [FILE [OUTFILE]]');
  const [fields, letters] = [readCount(values.get('f') ?? '0'), readCount(values.get('s') ?? '0')];
  const width = values.has('w') ? readCount(values.get('w') ?? '') : Infinity;
  // Only the output is terminated by NUL.
  const end = flags.has('z') ? '\0' : '\n';
  const [source = '-', target = '-'] = operands;
  let output = '';
  let last: { readonly key: string; readonly line: string; count: number } | undefined;
  const flush = async (): Promise<void> => {
    if (last === undefined || flags.has(last.count > 1 ? 'u' : 'd')) return;
    const text = `${flags.has('c') ? `${String(last.count).padStart(7)} ` : ''}${last.line}${end}`;
    if (target === '-') await streams.print(text);
    else output += text;
  };
  const keyOf = (line: string): string => {
    const rest = line.replace(new RegExp(`^(?:\\s*\\S*){${fields}}`), '');
    const key = rest.slice(letters, letters + width);
    return flags.has('i') ? key.toLowerCase() : key;
  };
  try {
    for await (const raw of streams.lines(source)) {
      const [line] = splitEnd(raw);
      const key = keyOf(line);
      if (last?.key === key) last.count += 1;
      else {
        await flush();
        last = { key, line, count: 1 };
      }
    }
  } catch (error) {
    if (error instanceof CommandError) throw new CommandError(`can't open '${source}': No such file or directory`);
    throw error;
  }
  await flush();
  if (target !== '-') streams.write(target, output);
};

export const seq: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: '+ws:' });
  const usage = new CommandError('usage: seq [-w] [-s SEP] [FIRST [INC]] LAST');
  if (operands.length === 0 || operands.length > 3) throw usage;
  if (operands.some((text) => text === '' || !Number.isFinite(Number(text)))) throw usage;
  const [first = '1', step = '1', last = '1'] =
    operands.length === 1
      ? ['1', '1', operands[0]]
      : operands.length === 2
        ? [operands[0], '1', operands[1]]
        : operands;
  const places = Math.max(...[first, step].map((text) => (text.split('.')[1] ?? '').length));
  const width = flags.has('w')
    ? Math.max(...[first, last].map((text) => (text.split('.')[0] ?? '').length)) + (places > 0 ? places + 1 : 0)
    : 0;
  const shown = (value: number): string => {
    const digits = Math.abs(value).toFixed(places);
    return value < 0 ? `-${digits.padStart(width - 1, '0')}` : digits.padStart(width, '0');
  };
  const [start, by, end] = [Number(first), Number(step), Number(last)];
  const separator = values.get('s') ?? '\n';
  let printed = 0;
  for (let index = 0; ; index += 1) {
    const value = start + by * index;
    if (by >= 0 ? value > end + 1e-9 : value < end - 1e-9) break;
    await streams.print(`${printed > 0 ? separator : ''}${shown(value)}`);
    printed += 1;
    if (streams.process.killed.aborted) return;
  }
  if (printed > 0) await streams.print('\n');
};

export const fold: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'bsw:' });
  const width = readCount(values.get('w') ?? '80', '');
  if (width === 0) throw new CommandError('number 0 is not in 1..10000 range');
  const widthAfter = (column: number, letter: string): number =>
    flags.has('b')
      ? column + 1
      : letter === '\t'
        ? column + 8 - (column % 8)
        : letter === '\b'
          ? Math.max(0, column - 1)
          : letter === '\r'
            ? 0
            : column + 1;
  for await (const line of streams.allLines(operands)) {
    const [text, end] = splitEnd(line);
    let [part, column] = ['', 0];
    const measure = (letters: string): number => [...letters].reduce(widthAfter, 0);
    for (const letter of text) {
      if (widthAfter(column, letter) > width && part !== '') {
        const blank = flags.has('s') ? Math.max(part.lastIndexOf(' '), part.lastIndexOf('\t')) : -1;
        const remaining = blank < 0 ? part : part.slice(0, blank + 1);
        await streams.print(`${remaining}\n`);
        part = part.slice(remaining.length);
        column = measure(part);
      }
      part += letter;
      column = widthAfter(column, letter);
    }
    await streams.print(part + end);
  }
};

export const expand: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'it:', long: { initial: 'i', tabs: 't' } });
  const size = readCount(values.get('t') ?? '8', '');
  for await (const line of streams.allLines(operands)) {
    let [text, column, isInitial] = ['', 0, true];
    for (const letter of line) {
      if (letter !== '\t' && letter !== ' ') isInitial = false;
      const spaces = letter === '\t' && (isInitial || !flags.has('i')) ? size - (column % size) : 0;
      text += spaces > 0 ? ' '.repeat(spaces) : letter;
      column += spaces || 1;
    }
    await streams.print(text);
  }
};

export const unexpand: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, {
    letters: 'fat:',
    long: { all: 'a', 'first-only': 'f', tabs: 't' },
  });
  const size = readCount(values.get('t') ?? '8', '');
  const convertsAll = (flags.has('a') || flags.has('t')) && !flags.has('f');
  for await (const line of streams.allLines(operands)) {
    let [text, column, at] = ['', 0, 0];
    while (at < line.length) {
      const blanks = /^[ \t]*/.exec(line.slice(at))?.[0] ?? '';
      let end = column;
      for (const letter of blanks) end += letter === '\t' ? size - (end % size) : 1;
      while (blanks !== '' && end - column >= size - (column % size)) {
        text += '\t';
        column += size - (column % size);
      }
      text += ' '.repeat(end - column);
      column = end;
      at += blanks.length;
      if (!convertsAll) {
        text += line.slice(at);
        break;
      }
      const word = /^[^ \t]*/.exec(line.slice(at))?.[0] ?? '';
      text += word;
      column += word.length;
      at += word.length;
    }
    await streams.print(text);
  }
};
