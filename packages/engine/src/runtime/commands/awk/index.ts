/** The command `awk`. */
import { CommandError } from '../command.js';
import { readOptions } from '../options.js';
import type { TextCommand } from '../text/bytes.js';
import { Machine } from './machine.js';
import { parse } from './parse.js';

export const awk: TextCommand = async (streams, words) => {
  const { given, operands } = readOptions(words, { letters: '+F:v:f:e:' });
  const assignments: string[] = [];
  const sources: string[] = [];
  for (const [letter, value] of given) {
    if (letter === 'F') assignments.push(`FS=${value === 't' ? '\\t' : value}`);
    else if (letter === 'v') assignments.push(value);
    else if (letter === 'e') sources.push(value);
    else sources.push(await sourceOf(value));
  }
  const args = [...operands];
  const text = sources.length > 0 ? sources.join('\n') : args.shift();
  if (text === undefined) throw new CommandError('usage: awk [OPTIONS] [AWK_PROGRAM] [FILE]...');
  const program = parse(text);
  streams.code = await new Machine({ streams, program, args: ['awk', ...args], assignments }).run();

  async function sourceOf(name: string): Promise<string> {
    try {
      return await streams.read(name);
    } catch (error) {
      if (error instanceof CommandError) throw new CommandError(`can't open '${name}': No such file or directory`);
      throw error;
    }
  }
};
