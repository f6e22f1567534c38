/** The command `shuf`. */
import { CommandError } from '../command.js';
import { readCount, readOptions } from '../options.js';
import { splitEnd, type TextCommand } from './bytes.js';

/** The numbers that a range may have. */
const maximum = 1_000_000;

export const shuf: TextCommand = async (streams, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'ei:n:o:z' });
  const end = flags.has('z') ? '\0' : '\n';
  const lines: string[] = [];
  const range = values.get('i');
  if (range !== undefined) {
    const [, low, high] = /^(\d+)-(\d+)$/.exec(range) ?? [];
    if (low === undefined || Number(low) > Number(high)) throw new CommandError(`bad range '${range}'`);
    if (Number(high) - Number(low) > maximum) throw new CommandError('out of memory');
    for (let number = Number(low); number <= Number(high); number += 1) lines.push(String(number));
  } else if (flags.has('e')) lines.push(...operands);
  else for await (const line of streams.allLines(operands.slice(0, 1), end)) lines.push(splitEnd(line, end)[0]);
  for (let index = lines.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1));
    [lines[index], lines[other]] = [lines[other] ?? '', lines[index] ?? ''];
  }
  const text = lines
    .slice(0, values.has('n') ? readCount(values.get('n') ?? '', '') : undefined)
    .map((line) => line + end)
    .join('');
  const target = values.get('o');
  if (target === undefined) await streams.print(text);
  else streams.write(target, text);
};
