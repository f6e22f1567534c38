/** `md5sum` and its siblings, and `base64`. */
import { createHash } from 'node:crypto';
import type { Command, ProcessContext } from '../../process-context.js';
import { CommandError, entryOf, fail, linesOf, print, readFile, readInput } from '../command.js';
import { readCount, readOptions } from '../options.js';

export function checksum(command: string, algorithm: string): Command {
  return async (process, words) => {
    const { flags, operands } = readOptions(words, { letters: 'csw' });
    const names = operands.length === 0 ? ['-'] : operands;
    if (flags.has('c')) return check(process, { command, algorithm, names, flags });
    let code = 0;
    for (const name of names) {
      try {
        await print(process, `${await digest(process, name, algorithm)}  ${name}`);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        code = await fail(process, `${command}: ${error.message}`);
      }
    }
    return code;
  };
}

/** @throws CommandError */
async function digest(process: ProcessContext, name: string, algorithm: string): Promise<string> {
  if (entryOf(process, name)?.kind === 'folder') throw new CommandError(`can't read '${name}': Is a directory`);
  const data = name === '-' ? await readInput(process) : readFile(process, name);
  return createHash(algorithm).update(data).digest('hex');
}

interface Check {
  readonly command: string;
  readonly algorithm: string;
  /** The files with checksums. */
  readonly names: readonly string[];
  readonly flags: ReadonlySet<string>;
}

async function check(process: ProcessContext, { command, algorithm, names, flags }: Check): Promise<number> {
  let code = 0;
  for (const list of names) {
    const lines = linesOf(list === '-' ? await readInput(process) : readFile(process, list));
    let failed = 0;
    for (const line of lines) {
      const [, sum, name] = /^([0-9a-fA-F]+) [ *](.*)$/.exec(line) ?? [];
      if (sum === undefined || name === undefined) {
        failed += 1;
        if (flags.has('w')) await fail(process, `${command}: invalid format`);
        continue;
      }
      const found = await digest(process, name, algorithm).catch(async (error: unknown) => {
        if (!(error instanceof CommandError)) throw error;
        await fail(process, `${command}: ${error.message}`);
        return undefined;
      });
      const isEqual = found === sum.toLowerCase();
      if (!isEqual) failed += 1;
      if (!flags.has('s')) await print(process, `${name}: ${isEqual ? 'OK' : 'FAILED'}`);
    }
    if (failed === 0) continue;
    code = 1;
    if (!flags.has('s'))
      await fail(process, `${command}: WARNING: ${failed} of ${lines.length} computed checksums did NOT match`);
  }
  return code;
}

export const base64: Command = async (process, words) => {
  const { flags, values, operands } = readOptions(words, { letters: 'dw:', long: { decode: 'd', wrap: 'w' } });
  const [name = '-'] = operands;
  if (name !== '-' && entryOf(process, name)?.kind !== 'file')
    throw new CommandError(
      `${name}: ${entryOf(process, name) === undefined ? 'No such file or directory' : 'Is a directory'}`,
    );
  const data = name === '-' ? await readInput(process) : readFile(process, name);
  if (flags.has('d')) {
    const text = data.toString('latin1').replaceAll(/\s/g, '');
    await process.write('stdout', Buffer.from(text.slice(0, text.length - (text.length % 4)), 'base64'));
    if (text.length % 4 !== 0) throw new CommandError('truncated input');
    return 0;
  }
  const width = readCount(values.get('w') ?? '76', '');
  const text = data.toString('base64');
  if (width === 0) return print(process, text, '');
  return print(process, text.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n'), text === '' ? '' : '\n');
};
