/** `mkdir`, `rmdir` and `rm`. */
import { BusyError } from '../../../filesystem/single-file.js';
import { newFolder } from '../../../filesystem/memory-tree.js';
import { nameOf, parentOf } from '../../../filesystem/paths.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, confirmed, fail, pathOf, pathProblem, print, unresolved } from '../command.js';
import { readOptions } from '../options.js';
import { modeOf } from './mode.js';

export async function mkdir(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, { letters: 'm:p', long: { parents: 'p', mode: 'm' } });
  if (operands.length === 0) throw new CommandError('usage: mkdir [-m MODE] [-p] DIRECTORY...');
  const { files } = process.settings;
  const given = values.get('m');
  const usual = 0o777 & ~process.entry.umask;
  const mode = given === undefined ? usual : modeOf(given, 0o777, true);
  let code = 0;
  for (const name of operands) {
    const path = pathOf(process, name);
    const missing: string[] = [];
    for (let each = path; files.get(each) === undefined; each = parentOf(each)) missing.unshift(each);
    const [first = path] = missing;
    const problem =
      files.get(parentOf(first))?.kind !== 'folder'
        ? 'Not a directory'
        : missing.length > 1 && !flags.has('p')
          ? 'No such file or directory'
          : missing.length === 0 && !(flags.has('p') && files.get(path)?.kind === 'folder')
            ? 'File exists'
            : undefined;
    if (problem !== undefined) {
      const part = problem === 'Not a directory' && flags.has('p') ? name.replace(/[^/]+\/*$/, '') : name;
      code = await fail(process, `mkdir: can't create directory '${part}': ${problem}`);
      continue;
    }
    for (const each of missing) files.put(each, newFolder(process.clock.now(), each === path ? mode : usual | 0o300));
  }
  return code;
}

export async function rmdir(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, operands } = readOptions(words, {
    letters: 'p',
    long: { parents: 'p', 'ignore-fail-on-non-empty': 'i' },
  });
  if (operands.length === 0) throw new CommandError('usage: rmdir [-p] DIRECTORY...');
  const { files } = process.settings;
  let code = 0;
  for (const name of operands) {
    const names = [name.replace(/(.)\/+$/, '$1')];
    while (flags.has('p') && (names.at(-1) ?? '').includes('/')) names.push(parentOf(names.at(-1) ?? ''));
    for (const each of names) {
      const path = unresolved(process, each);
      const entry = files.get(path);
      const isFull = files.namesIn(path).length > 0;
      const problem =
        pathProblem(process, each) ??
        (entry?.kind !== 'folder' ? 'Not a directory' : isFull ? 'Directory not empty' : undefined);
      if (problem === undefined) {
        files.remove(path);
        continue;
      }
      if (!(isFull && flags.has('i'))) code = await fail(process, `rmdir: '${each}': ${problem}`);
      break;
    }
  }
  return code;
}

export async function rm(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, operands } = readOptions(words, { letters: 'rRfiv', long: { recursive: 'r', force: 'f' } });
  if (operands.length === 0 && !flags.has('f')) throw new CommandError('usage: rm [-irfv] FILE...');
  const { files } = process.settings;
  let code = 0;
  for (const name of operands) {
    if (/^\.{1,2}$/.test(nameOf(name.replace(/(.)\/+$/, '$1')))) {
      code = await fail(process, `rm: can't remove '.' or '..'`);
      continue;
    }
    const path = unresolved(process, name);
    const entry = files.get(path);
    if (entry === undefined) {
      if (!flags.has('f')) code = await fail(process, `rm: can't remove '${name}': ${pathProblem(process, name)}`);
    } else if (entry.kind === 'folder' && !flags.has('r') && !flags.has('R')) {
      code = await fail(process, `rm: '${name}' is a directory`);
    } else if (!flags.has('i') || (await confirmed(process, `rm: remove '${name}'? `))) {
      try {
        const removed = files.below(path).map(([each]) => `removed '${name}${each.slice(path.length)}'`);
        files.remove(path);
        if (flags.has('v')) await print(process, removed.reverse().join('\n'));
      } catch (error) {
        if (!(error instanceof BusyError)) throw error;
        code = await fail(process, `rm: can't remove '${name}': ${error.message}`);
      }
    }
  }
  return code;
}
