/** `touch` and `truncate`. */
import { newFile } from '../../../filesystem/memory-tree.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, entryOf, fail, pathOf, writeFile, writeProblem } from '../command.js';
import { readOptions } from '../options.js';
import { readDate } from '../date.js';

export async function touch(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, {
    letters: 'cd:t:r:am',
    long: { date: 'd', reference: 'r', 'no-create': 'c' },
  });
  if (operands.length === 0) throw new CommandError('usage: touch [-cam] [-d DATE] [-t DATE] [-r FILE] FILE...');
  const now = process.clock.now();
  const text = values.get('d') ?? values.get('t');
  const reference = values.get('r');
  const other = reference === undefined ? undefined : entryOf(process, reference);
  if (reference !== undefined && other === undefined) throw new CommandError(`${reference}: No such file or directory`);
  const time = text === undefined ? (other?.modified ?? now) : readDate(text, now);
  let code = 0;
  for (const name of operands) {
    const path = pathOf(process, name);
    const entry = process.settings.files.get(path);
    const problem = entry === undefined ? writeProblem(process, name) : undefined;
    if (entry === undefined && flags.has('c')) continue;
    if (problem !== undefined) code = await fail(process, `touch: ${name}: ${problem}`);
    else if (entry === undefined)
      process.settings.files.put(path, newFile(Buffer.alloc(0), time, 0o666 & ~process.entry.umask));
    // The time of the last access alone is not kept.
    else if (!flags.has('a') || flags.has('m')) process.settings.files.put(path, { ...entry, modified: time });
  }
  return code;
}

const units: Readonly<Record<string, number>> = { '': 1, c: 1, k: 1024, K: 1024, M: 1 << 20, G: 1 << 30 };

export function truncate(process: ProcessContext, words: readonly string[]): number {
  const { flags, values, operands } = readOptions(words, { letters: 'cs:', long: { size: 's', 'no-create': 'c' } });
  const given = values.get('s');
  if (given === undefined || operands.length === 0) throw new CommandError('usage: truncate [-c] -s SIZE FILE...');
  const [, digits, unit = ''] = /^(\d+)([ckKMG]?)$/.exec(given) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number '${given}'`);
  const size = Number(digits) * (units[unit] ?? 1);
  if (size > 1 << 26) throw new CommandError('No space left on device');
  for (const name of operands) {
    const entry = entryOf(process, name);
    if (entry === undefined && flags.has('c')) continue;
    const problem = writeProblem(process, name);
    if (problem !== undefined) throw new CommandError(`${name}: ${problem}`);
    const data = entry?.kind === 'file' ? entry.data : Buffer.alloc(0);
    writeFile(process, name, Buffer.concat([data.subarray(0, size), Buffer.alloc(Math.max(0, size - data.length))]));
  }
  return 0;
}
