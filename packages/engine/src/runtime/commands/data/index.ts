/** Commands of bytes: checksums, encodings, copies, dumps, comparisons, archives. */
import type { Command } from '../../process-context.js';
import type { Commands } from '../command.js';
import { textCommand, type TextCommand } from '../text/bytes.js';
import { base64, checksum } from './checksums.js';
import { cmp, diff } from './compare.js';
import { dd } from './dd.js';
import { hexdump, od, strings, xxd } from './dump.js';
import { gzip } from './gzip.js';
import { tar } from './tar.js';

const textCommands: Readonly<Record<string, TextCommand>> = {
  cmp,
  diff,
  gunzip: gzip({ isReverse: true, printsAll: false }),
  gzip: gzip({ isReverse: false, printsAll: false }),
  hexdump,
  od,
  strings,
  xxd,
  zcat: gzip({ isReverse: true, printsAll: true, problem: 'no gzip/bzip2/xz magic' }),
};

export const dataCommands: Commands = {
  ...Object.fromEntries(
    Object.entries(textCommands).map(([name, command]): [string, Command] => [name, textCommand(name, command)]),
  ),
  base64,
  dd,
  md5sum: checksum('md5sum', 'md5'),
  sha1sum: checksum('sha1sum', 'sha1'),
  sha256sum: checksum('sha256sum', 'sha256'),
  sha512sum: checksum('sha512sum', 'sha512'),
  tar,
};
