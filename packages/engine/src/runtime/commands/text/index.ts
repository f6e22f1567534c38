/** The commands of text: they read files or their input and print lines. */
import type { Command } from '../../process-context.js';
import type { Commands } from '../command.js';
import { textCommand, type TextCommand } from './bytes.js';
import { cut, expand, fold, paste, seq, uniq, unexpand } from './fields.js';
import { grep } from './grep.js';
import { printf } from './printf.js';
import { sed } from './sed.js';
import { cat, head, nl, rev, tac, tail, tee, wc } from './show.js';
import { sort } from './sort.js';
import { tr } from './tr.js';
import { xargs } from './xargs.js';

const commands: Readonly<Record<string, TextCommand>> = {
  cat,
  cut,
  expand,
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
