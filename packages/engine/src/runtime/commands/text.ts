/** Commands of text: they read files or their input and print lines. */
import type { ProcessContext } from '../process-context.js';
import {
  CommandError,
  fail,
  linesOf,
  optionsOf,
  print,
  printLines,
  readFile,
  readInput,
  readSources,
  writeFile,
  type Commands,
} from './command.js';
import { fromBasicPattern, posixExpression, sed } from './sed.js';

export const textCommands: Commands = {
  async cat(process, words) {
    const { operands } = optionsOf(words);
    let code = 0;
    for (const name of operands.length === 0 ? ['-'] : operands) {
      if (name === '-') {
        for (let data = await process.read(); data !== undefined; data = await process.read())
          await process.write('stdout', process.settings.hasTerminal ? data.toString() : data);
        continue;
      }
      try {
        await process.write('stdout', readFile(process, name));
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        code = await fail(process, `cat: ${error.message}`);
      }
    }
    return code;
  },
  async head(process, words) {
    const { count, rest, isBytes } = countOf(words);
    if (rest.length > 0) {
      const content = await readSources(process, rest);
      if (!isBytes) return printLines(process, linesOf(content).slice(0, count));
      return process.write('stdout', content.subarray(0, count)).then(() => 0);
    }
    // The input is read piece by piece: a program that writes without end is ended.
    for (let left = isBytes ? count : 0; left > 0;) {
      const data = await process.read();
      if (data === undefined) break;
      await process.write('stdout', data.subarray(0, left));
      left -= data.length;
    }
    if (isBytes) return 0;
    for (let left = count; left > 0; left -= 1) {
      const line = await process.readLine();
      if (line === undefined) break;
      await process.write('stdout', line);
    }
    return 0;
  },
  async tail(process, words) {
    const { flags } = optionsOf(words, 'nc');
    const { count, rest, isBytes } = countOf(words);
    const names = rest.filter((name) => name !== '/dev/null');
    if (names.length > 0 || rest.length === 0) {
      const content = await readSources(process, names);
      if (isBytes) await process.write('stdout', content.subarray(Math.max(0, content.length - count)));
      else await printLines(process, linesOf(content).slice(-count || undefined));
    }
    if (!flags.has('f') && !flags.has('F')) return 0;
    return follow(process, names);
  },
  async tee(process, words) {
    const { flags, operands } = optionsOf(words);
    const chunks: Buffer[] = flags.has('a') ? operands.slice(0, 1).map((name) => readFile(process, name)) : [];
    for (let data = await process.read(); data !== undefined; data = await process.read()) {
      chunks.push(data);
      await process.write('stdout', data);
    }
    for (const name of operands) writeFile(process, name, Buffer.concat(chunks));
    return 0;
  },
  async wc(process, words) {
    const { flags, operands } = optionsOf(words);
    const content = (await readSources(process, operands)).toString();
    const all = {
      l: (content.match(/\n/g) ?? []).length,
      w: content.split(/\s+/).filter(Boolean).length,
      c: Buffer.byteLength(content),
    };
    const selected = Object.entries(all).filter(
      ([flag]) => flags.has(flag) || !['l', 'w', 'c'].some((each) => flags.has(each)),
    );
    return print(process, [...selected.map(([, value]) => String(value)), ...operands.slice(0, 1)].join(' '));
  },
  async grep(process, words) {
    const { flags, values, operands } = optionsOf(words, 'emABC');
    const pattern = values.get('e') ?? operands.shift() ?? '';
    const source = flags.has('F')
      ? pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      : flags.has('E')
        ? pattern
        : fromBasicPattern(pattern);
    const expression = posixExpression(
      flags.has('w') ? `\\b(?:${source})\\b` : flags.has('x') ? `^(?:${source})$` : source,
      flags.has('i'),
    );
    let matches = 0;
    for (const name of operands.length === 0 ? ['-'] : operands) {
      const lines = linesOf(await readSources(process, [name]));
      for (const [index, line] of lines.entries()) {
        if (expression.test(line) === flags.has('v')) continue;
        matches += 1;
        if (flags.has('q')) return 0;
        if (flags.has('c') || flags.has('l')) continue;
        const shown = flags.has('o') ? (expression.find(line)?.[0] ?? '') : line;
        await print(
          process,
          `${operands.length > 1 && !flags.has('h') ? `${name}:` : ''}${flags.has('n') ? `${index + 1}:` : ''}${shown}`,
        );
      }
      if (flags.has('l') && matches > 0) await print(process, name);
    }
    if (flags.has('c')) await print(process, String(matches));
    return matches > 0 ? 0 : 1;
  },
  sed,
  async cut(process, words) {
    const { values, operands } = optionsOf(words, 'dfc');
    const ranges = (values.get('f') ?? values.get('c') ?? '')
      .split(',')
      .map((each) => each.split('-').map((part) => (part === '' ? undefined : Number(part))));
    const isSelected = (index: number): boolean =>
      ranges.some(
        ([first = 1, last], at) =>
          index >= first &&
          index <=
            (((values.get('f') ?? values.get('c') ?? '').split(',')[at] ?? '').includes('-')
              ? (last ?? Infinity)
              : first),
      );
    const separator = values.has('f') ? (values.get('d') ?? '\t') : '';
    const lines = linesOf(await readSources(process, operands)).map((line) =>
      line
        .split(separator)
        .filter((_field, index) => isSelected(index + 1))
        .join(separator),
    );
    return printLines(process, lines);
  },
  async tr(process, words) {
    const { flags, operands } = optionsOf(words);
    const [from = '', to = ''] = operands.map(letterSet);
    const text = (await readInput(process)).toString();
    const isFrom = (letter: string): boolean => from.includes(letter) !== (flags.has('c') || flags.has('C'));
    const changed = [...text].flatMap((letter) =>
      !isFrom(letter)
        ? letter
        : flags.has('d')
          ? []
          : (to[Math.min(Math.max(from.indexOf(letter), 0), to.length - 1)] ?? letter),
    );
    return print(
      process,
      flags.has('s')
        ? changed.filter((letter, index) => letter !== changed[index - 1] || !(to || from).includes(letter)).join('')
        : changed.join(''),
      '',
    );
  },
  async sort(process, words) {
    const { flags, operands } = optionsOf(words, 'kto');
    const lines = linesOf(await readSources(process, operands)).sort((one, other) =>
      flags.has('n')
        ? (Number.parseFloat(one) || 0) - (Number.parseFloat(other) || 0) || (one < other ? -1 : 1)
        : one < other
          ? -1
          : one > other
            ? 1
            : 0,
    );
    if (flags.has('r')) lines.reverse();
    return printLines(process, flags.has('u') ? [...new Set(lines)] : lines);
  },
  async uniq(process, words) {
    const { flags, operands } = optionsOf(words);
    const groups: { readonly line: string; count: number }[] = [];
    for (const line of linesOf(await readSources(process, operands))) {
      const last = groups.at(-1);
      if (last?.line === line) last.count += 1;
      else groups.push({ line, count: 1 });
    }
    const selected = groups.filter(({ count }) => (!flags.has('d') || count > 1) && (!flags.has('u') || count === 1));
    return printLines(
      process,
      selected.map(({ line, count }) => (flags.has('c') ? `${String(count).padStart(7)} ${line}` : line)),
    );
  },
  async seq(process, words) {
    const numbers = words.map(Number);
    const [first = 1, step = 1, last = 0] =
      numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
    for (let value = first; step > 0 ? value <= last : value >= last; value += step || 1) {
      await print(process, String(value));
      if (process.killed.aborted) break;
    }
    return 0;
  },
  async rev(process, names) {
    return printLines(
      process,
      linesOf(await readSources(process, names)).map((line) => [...line].reverse().join('')),
    );
  },
  async tac(process, names) {
    return printLines(process, linesOf(await readSources(process, names)).reverse());
  },
  async xargs(process, words) {
    const { operands } = optionsOf(words, 'nIP');
    const [name = 'echo', ...rest] = operands;
    const args = (await readInput(process)).toString().split(/\s+/).filter(Boolean);
    const program = process.programs.locate(
      name,
      process.settings.files,
      process.folder,
      process.variables.get('PATH') ?? '',
    );
    if (program.kind !== 'found') return fail(process, `xargs: ${name}: No such file or directory`, 127);
    return program.run(process, [...rest, ...args]);
  },
};

async function follow(process: ProcessContext, names: readonly string[]): Promise<number> {
  if (names.length === 0) {
    await process.sleep(Infinity);
    return 0;
  }
  let length = (await readSources(process, names)).length;
  while (!process.killed.aborted) {
    await process.sleep(200);
    const content = await readSources(process, names);
    if (content.length > length) await process.write('stdout', content.subarray(length));
    length = content.length;
  }
  return 0;
}

function countOf(words: readonly string[]): {
  readonly count: number;
  readonly rest: string[];
  readonly isBytes: boolean;
} {
  const { values, operands } = optionsOf(
    words.map((word) => (/^-\d+$/.test(word) ? `-n${word.slice(1)}` : word)),
    'nc',
  );
  const bytes = values.get('c');
  return {
    count: Number((bytes ?? values.get('n') ?? '10').replace(/^\+/, '')),
    rest: operands,
    isBytes: bytes !== undefined,
  };
}

function letterSet(text: string): string {
  const classes: Readonly<Record<string, string>> = {
    upper: 'A-Z',
    lower: 'a-z',
    digit: '0-9',
    alpha: 'A-Za-z',
    alnum: 'A-Za-z0-9',
    space: ' \t\n\r',
  };
  return text
    .replaceAll(/\[:(\w+):\]/g, (_all, name: string) => classes[name] ?? '')
    .replaceAll(/\\([nrt\\])/g, (_all, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? '\\')
    .replaceAll(/(.)-(.)/g, (_all, first: string, last: string) => {
      const start = first.charCodeAt(0);
      return String.fromCharCode(
        ...Array.from({ length: Math.max(0, last.charCodeAt(0) - start + 1) }, (_each, index) => start + index),
      );
    });
}
