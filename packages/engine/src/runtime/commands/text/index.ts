/** The commands of text: they read files or their input and print lines. */
import type { Command } from '../../process-context.js';
import type { Commands } from '../command.js';
import { readOptions } from '../options.js';
import { textCommand, type TextCommand } from './bytes.js';
import { awk } from '../awk/index.js';
import { expr } from './expr.js';
import { cut, expand, fold, paste, seq, uniq, unexpand } from './fields.js';
import { grep } from './grep.js';
import { printf } from './printf.js';
import { sed } from './sed.js';
import { cat, head, nl, rev, tac, tail, tee, wc } from './show.js';
import { shuf } from './shuf.js';
import { sort } from './sort.js';
import { tr } from './tr.js';
import { xargs } from './xargs.js';

/** Changes the ends of lines of files, or of the input. */
function lineEnds(command: 'dos2unix' | 'unix2dos'): TextCommand {
  return async (streams, words) => {
    const { flags, operands } = readOptions(words, { letters: 'ud' });
    const isUnix = flags.has('u') || (command === 'dos2unix' && !flags.has('d'));
    const changed = (text: string): string => text.replaceAll(/\r?\n/g, isUnix ? '\n' : '\r\n');
    if (operands.length === 0) return streams.print(changed(await streams.read('-')));
    for (const name of operands) streams.write(name, changed(streams.file(name)));
  };
}

const commands: Readonly<Record<string, TextCommand>> = {
  awk,
  cat,
  cut,
  dos2unix: lineEnds('dos2unix'),
  unix2dos: lineEnds('unix2dos'),
  expand,
  expr,
  shuf,
  fold,
  grep,
  head,
  nl,
  paste,
  printf,
  rev,
  sed,
  seq,
  sort,
  tac,
  tail,
  tee,
  tr,
  unexpand,
  uniq,
  wc,
  xargs,
  egrep: (streams, words) => grep(streams, ['-E', ...words]),
  fgrep: (streams, words) => grep(streams, ['-F', ...words]),
};

export const textCommands: Commands = Object.fromEntries(
  Object.entries(commands).map(([name, command]): [string, Command] => [name, textCommand(name, command)]),
);
