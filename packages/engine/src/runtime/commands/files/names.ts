/** `basename`, `dirname` and `mktemp`. */
import { newFolder } from '../../../filesystem/memory-tree.js';
import { nameOf } from '../../../filesystem/paths.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, fail, pathOf, print, printLines, writeFile, writeProblem } from '../command.js';
import { readOptions } from '../options.js';

export function basename(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, { letters: '+as:' });
  const isEach = flags.has('a') || flags.has('s');
  if (operands.length === 0 || (!isEach && operands.length > 2))
    throw new CommandError('usage: basename FILE [SUFFIX] | -a FILE... | -s SUFFIX FILE...');
  const suffix = values.get('s') ?? (isEach ? '' : (operands[1] ?? ''));
  const names = (isEach ? operands : operands.slice(0, 1)).map((path) => {
    const name = nameOf(path.replace(/(.)\/+$/, '$1'));
    return suffix !== '' && name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : name;
  });
  return printLines(process, names);
}

export function dirname(process: ProcessContext, words: readonly string[]): Promise<number> {
  const [path] = words[0] === '--' ? words.slice(1) : words;
  if (path === undefined || words.length > 1 || /^-[^/]/.test(path)) throw new CommandError('usage: dirname FILENAME');
  if (path === '//') return print(process, path);
  const parent = path.replace(/(.)\/+$/, '$1').replace(/[^/]*$/, '');
  return print(process, parent === '' ? '.' : parent.replace(/^\/+$/, '/').replace(/([^/])\/+$/, '$1'));
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

export function mktemp(process: ProcessContext, words: readonly string[]): Promise<number> | number {
  const { flags, values, operands } = readOptions(words, { letters: 'dqutp:' });
  const refused = (reason: string): Promise<number> | number =>
    flags.has('q') ? 1 : fail(process, `mktemp: (null): ${reason}`);
  const isIn = flags.has('t') || flags.has('p') || operands.length === 0;
  const folder = values.get('p') ?? process.variables.get('TMPDIR') ?? '/tmp';
  const template = (isIn ? `${folder}/` : '') + (operands[0] ?? 'tmp.XXXXXX');
  if (!template.endsWith('XXXXXX')) return refused('Invalid argument');
  const random = Array.from({ length: 6 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
  const name = template.slice(0, -6) + random;
  const missing = writeProblem(process, name);
  if (missing !== undefined) return refused(missing);
  if (flags.has('d')) process.settings.files.put(pathOf(process, name), newFolder(process.clock.now(), 0o700));
  else if (!flags.has('u')) writeFile(process, name, Buffer.alloc(0));
  return print(process, name);
}
