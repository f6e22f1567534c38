/** The command `sed`. */
import { CommandError } from '../command.js';
import { readOptions } from '../options.js';
import type { ByteStreams, TextCommand } from './bytes.js';
import { SedRun } from './sed-run.js';
import { parseSed } from './sed-script.js';

export const sed: TextCommand = async (streams, words) => {
  const { flags, given, values, operands } = readOptions(words, {
    letters: 'i::nrEf:e:',
    long: { quiet: 'n', silent: 'n', 'regexp-extended': 'r', expression: 'e', file: 'f', 'in-place': 'i' },
  });
  const parts: string[] = [];
  for (const [letter, value] of given) {
    if (letter === 'e') parts.push(value);
    if (letter === 'f') parts.push((await streams.read(value)).replace(/\n$/, ''));
  }
  if (parts.length === 0) {
    const script = operands.shift();
    if (script === undefined) throw new CommandError('usage: sed [-i[SFX]] [-nrE] [-f FILE]... [-e CMD]... [FILE]...');
    parts.push(script);
  }
  const script = parts.join('\n').replace(/\\$/, '');
  const commands = parseSed(script, flags.has('r') || flags.has('E'));
  const isQuiet = flags.has('n') || script.startsWith('#n\n');
  if (!flags.has('i')) {
    const run = new SedRun(streams, commands, isQuiet, (text) => streams.print(text));
    return run.run(linesOf(streams, operands));
  }
  for (const name of operands) {
    let output = '';
    const run = new SedRun(streams, commands, isQuiet, (text) => {
      output += text;
      return Promise.resolve();
    });
    const before = await streams.attempt(() => streams.file(name));
    if (before === undefined) continue;
    await run.run(streams.lines(name));
    const suffix = values.get('i') ?? '';
    if (suffix !== '') streams.write(`${name}${suffix}`, before);
    streams.write(name, output);
  }
};

async function* linesOf(streams: ByteStreams, names: readonly string[]): AsyncGenerator<string> {
  // Only the last line of all may lack its end.
  let last: string | undefined;
  for await (const line of streams.allLines(names)) {
    if (last !== undefined) yield last.endsWith('\n') ? last : `${last}\n`;
    last = line;
  }
  if (last !== undefined) yield last;
}
