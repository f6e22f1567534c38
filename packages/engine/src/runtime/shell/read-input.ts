/** The builtins that read from the input: `read` and `mapfile`. */
import type { ProcessInput } from '../../ports/container-runtime.js';
import type { RunningShell } from './run-program.js';

const maxLines = 1_000_000;

interface ReadOptions {
  readonly values: ReadonlyMap<string, string>;
  readonly names: readonly string[];
}

/** @throws Error for an option that there is not */
function optionsOf(command: string, words: readonly string[], flags: string, withValue: string): ReadOptions {
  const values = new Map<string, string>();
  const names = [...words];
  while (/^-./.test(names[0] ?? '')) {
    const word = names.shift() ?? '';
    if (word === '--') break;
    for (let at = 1; at < word.length; at += 1) {
      const letter = word.charAt(at);
      if (flags.includes(letter)) values.set(letter, '');
      else if (!withValue.includes(letter)) throw new Error(`${command}: illegal option -${letter}`);
      else {
        const value = word.slice(at + 1) || names.shift();
        if (value === undefined && word.slice(at + 1) === '')
          throw new Error(`${command}: no arg for -${letter} option`);
        values.set(letter, value ?? '');
        break;
      }
    }
  }
  return { values, names };
}

function inputOf({ state }: RunningShell, command: string, descriptor = '0'): ProcessInput {
  const { input, others } = state.process.streams;
  const found = descriptor === '0' ? input : others?.get(Number(descriptor))?.input;
  if (found === undefined) throw new Error(`${command}: ${descriptor}: Bad file descriptor`);
  return found;
}

/** `read [-r] [-p PROMPT] [-n COUNT] [-N COUNT] [-t SECONDS] [-d DELIMITER] [-u NUMBER] [-a ARRAY] [NAME…]`. */
export async function read(shell: RunningShell, words: readonly string[]): Promise<number> {
  const { state } = shell;
  const { process } = state;
  const { values, names } = optionsOf('read', words, 'rse', 'pnNtduai');
  const input = inputOf(shell, 'read', values.get('u'));
  const prompt = values.get('p');
  if (prompt !== undefined && process.settings.hasTerminal) await process.write('stderr', prompt);
  const isExact = values.has('N');
  const delimiter = isExact ? '' : (values.get('d') ?? '\n').charAt(0) || '\0';
  const count = Number(values.get('N') ?? values.get('n') ?? Number.POSITIVE_INFINITY);
  const seconds = values.get('t');
  if (Number.isNaN(count) || (seconds !== undefined && !/^\d+(\.\d*)?$|^\.\d+$/.test(seconds)))
    throw new Error(`read: ${seconds ?? values.get('n') ?? ''}: bad number`);
  const timeout = new AbortController();
  const cancel =
    seconds === undefined ? undefined : process.clock.schedule(Number(seconds) * 1000, () => timeout.abort());
  const signal = AbortSignal.any([process.killed, timeout.signal]);
  let line = '';
  let code = 1;
  try {
    for (;;) {
      const part = await input.readLine(signal, { delimiter, count: count - line.length });
      if (part === undefined) break;
      const isEnded = part.endsWith(delimiter) && delimiter !== '';
      line += isEnded ? part.slice(0, -1) : part;
      if (isEnded && !values.has('r') && delimiter === '\n' && /(?<!\\)(?:\\\\)*\\$/.test(line))
        line = line.slice(0, -1);
      else {
        if (isEnded || line.length >= count) code = 0;
        break;
      }
    }
  } finally {
    cancel?.();
  }
  const letters = values.has('r') ? [...line] : [...line.matchAll(/\\?[^]/g)].map(([each]) => each);
  const array = values.get('a');
  const separators = isExact ? '' : (state.value('IFS') ?? ' \t\n');
  const fields =
    names.length === 0 && array === undefined
      ? [letters.map(unescaped).join('')]
      : splitFields(letters, separators, array === undefined ? names.length : Number.POSITIVE_INFINITY);
  if (array !== undefined) state.setElements(array, new Map(fields.map((each, index) => [String(index), each])));
  else
    for (const [index, name] of (names.length === 0 ? ['REPLY'] : names).entries())
      state.assign(name, fields[index] ?? '');
  return timeout.signal.aborted ? (state.isBash ? 142 : 1) : code;

  function unescaped(letter: string): string {
    return letter.length > 1 && letter.startsWith('\\') && !values.has('r') ? letter.slice(1) : letter;
  }

  /** Splits a line into at most `most` fields; the last one contains the rest. A letter after a backslash separates nothing. */
  function splitFields(all: readonly string[], ifs: string, most: number): string[] {
    if (ifs === '') return [all.map(unescaped).join('')];
    const isSeparator = (letter: string | undefined): boolean => letter !== undefined && ifs.includes(letter);
    const isBlank = (letter: string | undefined): boolean => isSeparator(letter) && /\s/.test(letter ?? '');
    const results: string[] = [];
    let at = 0;
    const skipBlanks = (): void => {
      while (isBlank(all[at])) at += 1;
    };
    const field = (from: number): number => {
      let end = from;
      while (end < all.length && !isSeparator(all[end])) end += 1;
      return end;
    };
    skipBlanks();
    while (at < all.length) {
      const start = at;
      const end = (at = field(at));
      skipBlanks();
      if (isSeparator(all[at]) && !isBlank(all[at])) at += 1;
      skipBlanks();
      if (results.length === most - 1 && at < all.length) {
        let last = all.length;
        while (last > start && isBlank(all[last - 1])) last -= 1;
        results.push(all.slice(start, last).map(unescaped).join(''));
        break;
      }
      results.push(all.slice(start, end).map(unescaped).join(''));
    }
    return results;
  }
}

/** `mapfile [-t] [-n COUNT] [-s COUNT] [-d DELIMITER] [-u NUMBER] [ARRAY]`: a line in each element. */
export async function readLines(shell: RunningShell, words: readonly string[]): Promise<number> {
  const { state } = shell;
  const { values, names } = optionsOf('mapfile', words, 't', 'nsdu');
  const input = inputOf(shell, 'mapfile', values.get('u'));
  const delimiter = (values.get('d') ?? '\n').charAt(0) || '\0';
  const most = Number(values.get('n') ?? 0) || Number.POSITIVE_INFINITY;
  const lines: string[] = [];
  let skipped = Number(values.get('s') ?? 0);
  while (lines.length < most) {
    const line = await input.readLine(state.process.killed, { delimiter });
    if (line === undefined) break;
    if (skipped-- > 0) continue;
    if (lines.length === maxLines) throw new Error('mapfile: too many lines');
    lines.push(values.has('t') && line.endsWith(delimiter) ? line.slice(0, -1) : line);
  }
  state.setElements(names[0] ?? 'MAPFILE', new Map(lines.map((line, index) => [String(index), line])));
  return 0;
}
