/** Links: `ln`, `link`, `unlink`, `readlink` and `realpath`. A hard link is a copy, since simulated files have no inodes. */
import { nameOf, parentOf } from '../../../filesystem/paths.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, fail, folderProblem, pathOf, pathProblem, print, unresolved } from '../command.js';
import { readOptions } from '../options.js';

export async function ln(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, values, operands } = readOptions(words, {
    letters: 'sfnbS:vT',
    long: { symbolic: 's', force: 'f', 'no-dereference': 'n' },
  });
  const { files } = process.settings;
  const last = operands.length > 1 ? operands.pop() : undefined;
  if (operands.length === 0) throw new CommandError('usage: ln [-sfnbtvT] [-S SUF] TARGET... LINK|DIR');
  const lastPath = last === undefined ? undefined : flags.has('n') ? unresolved(process, last) : pathOf(process, last);
  const isFolder = lastPath !== undefined && files.get(lastPath)?.kind === 'folder' && !flags.has('T');
  let code = 0;
  for (const target of operands) {
    const name = last === undefined ? nameOf(target) : isFolder ? `${last.replace(/\/$/, '')}/${nameOf(target)}` : last;
    const path = unresolved(process, name);
    const problem = flags.has('s') ? undefined : hardLinkProblem(process, target);
    if (problem !== undefined) {
      code = await fail(process, `ln: ${problem === 'No such file or directory' ? target : name}: ${problem}`);
      continue;
    }
    const before = files.get(path);
    if (before !== undefined && flags.has('b')) files.put(`${path}${values.get('S') ?? '~'}`, before);
    const isKept = before !== undefined && !flags.has('f') && !flags.has('b');
    const refused = isKept ? 'File exists' : folderProblem(process, name);
    if (refused !== undefined) {
      code = await fail(process, `ln: ${name}: ${refused}`);
      continue;
    }
    const source = files.get(unresolved(process, target));
    if (flags.has('s')) {
      files.put(path, { kind: 'link', target, mode: 0o777, uid: 0, gid: 0, modified: process.clock.now() });
    } else if (source !== undefined) files.put(path, source);
    if (flags.has('v')) await print(process, `'${name}' -> '${target}'`);
  }
  return code;
}

function hardLinkProblem(process: ProcessContext, target: string): string | undefined {
  const kind = process.settings.files.get(unresolved(process, target))?.kind;
  return kind === undefined ? pathProblem(process, target) : kind === 'folder' ? 'Operation not permitted' : undefined;
}

export function link(process: ProcessContext, words: readonly string[]): Promise<number> {
  if (words.length !== 2) throw new CommandError('usage: link FILE LINK');
  return ln(process, ['-T', '--', ...words]);
}

export async function unlink(process: ProcessContext, words: readonly string[]): Promise<number> {
  const [name] = words;
  if (name === undefined || words.length > 1) throw new CommandError('usage: unlink FILE');
  const path = unresolved(process, name);
  const kind = process.settings.files.get(path)?.kind;
  if (kind === undefined || kind === 'folder')
    throw new CommandError(`can't remove file '${name}': ${pathProblem(process, name) ?? 'Is a directory'}`);
  process.settings.files.remove(path);
  return 0;
}

export async function readlink(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { flags, operands } = readOptions(words, { letters: 'fnv' });
  const [name] = operands;
  if (name === undefined || operands.length > 1) throw new CommandError('usage: readlink [-fnv] FILE');
  const end = flags.has('n') ? '' : '\n';
  const { files } = process.settings;
  if (flags.has('f')) {
    const path = pathOf(process, name);
    return files.get(parentOf(path))?.kind === 'folder' ? print(process, path, end) : 1;
  }
  const entry = files.get(unresolved(process, name));
  if (entry?.kind === 'link') return print(process, entry.target, end);
  if (!flags.has('v')) return 1;
  throw new CommandError(`${name}: cannot read link: ${pathProblem(process, name) ?? 'Invalid argument'}`);
}

export async function realpath(process: ProcessContext, words: readonly string[]): Promise<number> {
  const { operands } = readOptions(words, { letters: '' });
  if (operands.length === 0) throw new CommandError('usage: realpath FILE...');
  let code = 0;
  for (const name of operands) {
    const path = pathOf(process, name);
    // The last part may be missing.
    if (process.settings.files.get(parentOf(path))?.kind !== 'folder')
      code = await fail(process, `realpath: ${name}: ${pathProblem(process, name) ?? 'No such file or directory'}`);
    else await print(process, path);
  }
  return code;
}
