/** `cp` and `mv`. */
import { BusyError } from '../../../filesystem/single-file.js';
import { nameOf, resolvePath } from '../../../filesystem/paths.js';
import type { TreeEntry } from '../../../ports/filesystem.js';
import type { ProcessContext } from '../../process-context.js';
import {
  CommandError,
  confirmed,
  entryOf,
  fail,
  folderProblem,
  pathOf,
  pathProblem,
  print,
  unresolved,
} from '../command.js';
import { readOptions } from '../options.js';

/** The sources, and where each of them goes. */
function targetsOf(
  process: ProcessContext,
  { operands, values, flags }: ReturnType<typeof readOptions>,
  command: 'cp' | 'mv',
): readonly (readonly [source: string, target: string])[] {
  const into = values.get('t');
  const last = into ?? (operands.length > 1 ? operands.pop() : undefined);
  if (last === undefined || operands.length === 0)
    throw new CommandError(`usage: ${command} [OPTIONS] SOURCE... DESTINATION`);
  const isFolder = entryOf(process, last)?.kind === 'folder';
  if (flags.has('T')) {
    if (operands.length > 1) throw new CommandError('usage: only one SOURCE with -T');
    if (isFolder) throw new CommandError(`'${last}' is a directory`);
    return operands.map((source) => [source, last]);
  }
  const [first = ''] = operands;
  const isAlone = into === undefined && operands.length === 1;
  const isTree = command === 'cp' && entryOf(process, first)?.kind === 'folder' && /[rRa]/.test([...flags].join(''));
  // A tree goes into a target that exists, whatever it is.
  if (isAlone && !isFolder && !(isTree && entryOf(process, last) !== undefined)) return [[first, last]];
  return operands.map((source) => [
    source,
    `${last.replace(/(.)\/+$/, '$1')}/${nameOf(source.replace(/(.)\/+$/, '$1'))}`,
  ]);
}

export async function copy(process: ProcessContext, words: readonly string[]): Promise<number> {
  const options = readOptions(words, {
    letters: 'adPLHRrfinlsuTt:vp',
    long: {
      recursive: 'r',
      archive: 'a',
      force: 'f',
      'no-target-directory': 'T',
      'target-directory': 't',
    },
  });
  const { flags } = options;
  const { files } = process.settings;
  const isRecursive = ['r', 'R', 'a'].some((letter) => flags.has(letter));
  // A link in a tree is copied as a link, and one that is named alone as what it leads to.
  const keepsLinks = (['a', 'd', 'P'].some((letter) => flags.has(letter)) || isRecursive) && !flags.has('L');
  const keepsTimes = ['a', 'p'].some((letter) => flags.has(letter));
  let code = 0;
  for (const [name, target] of targetsOf(process, options, 'cp')) {
    const source = keepsLinks && !flags.has('H') ? unresolved(process, name) : pathOf(process, name);
    const entry = files.get(source);
    const path = pathOf(process, target);
    const before = files.get(path);
    const problem = problemOf(source, entry, path, before);
    if (problem !== undefined) {
      code = await fail(process, `cp: ${problem(name, target)}`);
      continue;
    }
    if (entry === undefined || (before !== undefined && flags.has('n'))) continue;
    if (before !== undefined && flags.has('u') && before.modified >= entry.modified) continue;
    const question = `cp: overwrite '${target}'? `;
    if (before?.kind === 'file' && flags.has('i') && !(await confirmed(process, question))) continue;
    if (flags.has('s'))
      files.put(path, { kind: 'link', target: name, mode: 0o777, uid: 0, gid: 0, modified: process.clock.now() });
    else {
      for (const [each, found] of files.below(source)) {
        const copied = flags.has('L') ? (files.get(pathOf(process, each)) ?? found) : found;
        files.put(path + each.slice(source.length).replace(/^(?=[^/])/, '/'), {
          ...copied,
          modified: keepsTimes || flags.has('l') ? copied.modified : process.clock.now(),
        });
      }
    }
    if (flags.has('v')) await print(process, `'${name}' -> '${target}'`);
  }
  return code;

  type Message = (name: string, target: string) => string;
  function problemOf(
    source: string,
    entry: TreeEntry | undefined,
    path: string,
    before: TreeEntry | undefined,
  ): Message | undefined {
    if (entry === undefined)
      return (name) => `can't stat '${name}': ${pathProblem(process, name) ?? 'No such file or directory'}`;
    if (entry.kind === 'folder' && !isRecursive) return (name) => `omitting directory '${name}'`;
    const missing = folderProblem(process, path);
    if (missing === 'Not a directory')
      return (_, target) =>
        entry.kind === 'folder' ? `can't stat '${target}': ${missing}` : `can't create '${target}': ${missing}`;
    if (missing !== undefined)
      return (_, target) => `can't create ${entry.kind === 'folder' ? 'directory ' : ''}'${target}': ${missing}`;
    if (path === source) return (name, target) => `'${name}' and '${target}' are the same file`;
    if (entry.kind === 'folder' && before !== undefined && before.kind !== 'folder')
      return (_, target) => `target '${target}' is not a directory`;
    if (entry.kind !== 'folder' && before?.kind === 'folder')
      return (_, target) => `can't create '${target}': Is a directory`;
    if (entry.kind === 'folder' && path.startsWith(`${source}/`))
      return (name, target) => `recursion detected, omitting directory '${name}' in '${target}'`;
    return undefined;
  }
}

export async function move(process: ProcessContext, words: readonly string[]): Promise<number> {
  const options = readOptions(words, { letters: 'finTt:v', long: { force: 'f', 'no-target-directory': 'T' } });
  const { flags } = options;
  const { files } = process.settings;
  let code = 0;
  for (const [name, target] of targetsOf(process, options, 'mv')) {
    const source = unresolved(process, name);
    const path = resolvePath(unresolved(process, target));
    const before = files.get(path);
    if (before !== undefined && flags.has('n')) continue;
    const question = `mv: overwrite '${target}'? `;
    if (before !== undefined && flags.has('i') && !(await confirmed(process, question))) continue;
    const problem =
      problemOf(source, files.get(source), path, before) ?? (path === source ? undefined : moved(source, path));
    if (problem !== undefined) code = await fail(process, `mv: can't rename '${name}': ${problem}`);
    else if (flags.has('v')) await print(process, `'${name}' -> '${target}'`);
  }
  return code;

  function problemOf(source: string, entry: TreeEntry | undefined, path: string, before: TreeEntry | undefined) {
    if (entry === undefined) return folderProblem(process, source) ?? 'No such file or directory';
    if (path.startsWith(`${source}/`)) return 'Invalid argument';
    const missing = folderProblem(process, path);
    if (missing !== undefined || before === undefined) return missing;
    if (entry.kind === 'folder' && before.kind !== 'folder') return 'Not a directory';
    if (entry.kind !== 'folder' && before.kind === 'folder') return 'Is a directory';
    return entry.kind === 'folder' && path !== source && files.namesIn(path).length > 0
      ? 'Directory not empty'
      : undefined;
  }

  /** Moves a tree. @returns why it cannot be moved */
  function moved(source: string, path: string): string | undefined {
    try {
      const entries = files.below(source);
      for (const [each, entry] of entries) files.put(path + each.slice(source.length), entry);
      files.remove(source);
      return undefined;
    } catch (error) {
      if (!(error instanceof BusyError)) throw error;
      return error.message;
    }
  }
}
