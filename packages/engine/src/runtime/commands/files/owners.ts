/** `chmod`, `chown` and `chgrp`. */
import type { TreeEntry } from '../../../ports/filesystem.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, fail, pathOf, print, unresolved } from '../command.js';
import { readOptions, type Options } from '../options.js';
import { findGroup, findUser } from '../users.js';
import { modeText } from './entry-text.js';
import { modeOf } from './mode.js';

export function chmod(process: ProcessContext, words: readonly string[]): Promise<number> {
  // A mode may look like an option: `chmod -x file`.
  const isOption = (word: string): boolean => /^-[Rvcf]+$/.test(word) || word.startsWith('--');
  const options = readOptions(words.filter(isOption), { letters: 'Rvcf' });
  const [mode, ...names] = words.filter((word) => !isOption(word));
  if (mode === undefined || names.length === 0) throw new CommandError('usage: chmod [-Rcvf] MODE FILE...');
  return change('chmod', process, { ...options, operands: names }, (entry) => ({
    changed: { ...entry, mode: modeOf(mode, entry.mode, entry.kind === 'folder') },
    text: (name, { mode }) =>
      `mode of '${name}' changed to 0${mode.toString(8)} (${modeText({ ...entry, mode }).slice(1)})`,
  }));
}

export function chown(process: ProcessContext, words: readonly string[]): Promise<number> {
  const options = readOptions(words, { letters: 'Rhvcf' });
  const [owner, ...operands] = options.operands;
  if (owner === undefined || operands.length === 0)
    throw new CommandError('usage: chown [-Rhcvf] USER[:[GROUP]] FILE...');
  const [, user = '', separator = '', group = ''] = /^([^:.]*)([:.]?)(.*)$/.exec(owner) ?? [];
  const uid = user === '' ? undefined : userNumber(process, user);
  const login = separator !== '' && group === '' && user !== '' ? findUser(process, user)?.gid : undefined;
  const gid = group === '' ? (login === undefined ? undefined : Number(login)) : groupNumber(process, group);
  return change('chown', process, { ...options, operands }, (entry) => ownedBy(entry, uid, gid));
}

export function chgrp(process: ProcessContext, words: readonly string[]): Promise<number> {
  const options = readOptions(words, { letters: 'Rhvcf' });
  const [group, ...operands] = options.operands;
  if (group === undefined || operands.length === 0) throw new CommandError('usage: chgrp [-Rhcvf] GROUP FILE...');
  const gid = groupNumber(process, group);
  return change('chgrp', process, { ...options, operands }, (entry) => ownedBy(entry, undefined, gid));
}

interface Change {
  readonly changed: TreeEntry;
  /** What `-v` prints. */
  readonly text: (name: string, changed: TreeEntry) => string;
}

function ownedBy(entry: TreeEntry, uid = entry.uid, gid = entry.gid): Change {
  return { changed: { ...entry, uid, gid }, text: (name) => `changed ownership of '${name}' to ${uid}:${gid}` };
}

async function change(
  command: string,
  process: ProcessContext,
  { flags, operands }: Pick<Options, 'flags' | 'operands'>,
  changeOf: (entry: TreeEntry) => Change,
): Promise<number> {
  const { files } = process.settings;
  let code = 0;
  for (const name of operands) {
    const root = flags.has('h') ? unresolved(process, name) : pathOf(process, name);
    const entry = files.get(root);
    if (entry === undefined) {
      code = await fail(process, `${command}: ${name}: No such file or directory`);
      continue;
    }
    const entries = flags.has('R') ? files.below(root) : [[root, entry] as const];
    for (const [path, each] of entries) {
      const { changed, text } = changeOf(each);
      files.put(path, changed);
      const isChanged = changed.mode !== each.mode || changed.uid !== each.uid || changed.gid !== each.gid;
      if (flags.has('v') || (flags.has('c') && isChanged))
        await print(process, text(name + path.slice(root.length), changed));
    }
  }
  return code;
}

function userNumber(process: ProcessContext, name: string): number {
  const uid = /^\d+$/.test(name) ? name : findUser(process, name)?.uid;
  if (uid === undefined) throw new CommandError(`unknown user ${name}`);
  return Number(uid);
}

function groupNumber(process: ProcessContext, name: string): number {
  const gid = /^\d+$/.test(name) ? name : findGroup(process, name)?.gid;
  if (gid === undefined) throw new CommandError(`unknown group ${name}`);
  return Number(gid);
}
