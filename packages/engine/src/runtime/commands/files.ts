/** Commands of files and folders. */
import { BusyError } from '../../filesystem/single-file.js';
import { newFolder } from '../../filesystem/memory-tree.js';
import { nameOf, parentOf, resolvePath } from '../../filesystem/paths.js';
import { patternExpression } from '../shell/pattern.js';
import type { TreeEntry } from '../../ports/filesystem.js';
import type { ProcessContext } from '../process-context.js';
import {
  CommandError,
  entryOf,
  fail,
  pathOf,
  print,
  printLines,
  readFile,
  unresolved,
  writeFile,
  type Commands,
} from './command.js';
import { copy } from './copy.js';
import { modeText, sizeOf } from './entry-text.js';
import { ls } from './ls.js';
import { readOptions } from './options.js';

export const fileCommands: Commands = {
  pwd: (process) => print(process, process.folder),
  ls,
  async mkdir(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'm:p', long: { parents: 'p', mode: 'm' } });
    if (operands.length === 0) throw new CommandError('usage: mkdir [-m MODE] [-p] DIRECTORY...');
    const mode = values.get('m');
    if (mode !== undefined && !isMode(mode)) throw new CommandError(`invalid mode '${mode}'`);
    const { files } = process.settings;
    let code = 0;
    for (const name of operands) {
      const path = pathOf(process, name);
      if (files.get(path) !== undefined) {
        if (!flags.has('p') || files.get(path)?.kind === 'file')
          code = await fail(process, `mkdir: can't create directory '${name}': File exists`);
      } else if (!flags.has('p') && files.get(parentOf(path)) === undefined)
        code = await fail(process, `mkdir: can't create directory '${name}': No such file or directory`);
      else files.put(path, newFolder(process.clock.now(), mode === undefined ? 0o755 : modeOf(mode, 0o777)));
    }
    return code;
  },
  async rm(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'rRf', long: { recursive: 'r', force: 'f' } });
    if (operands.length === 0 && !flags.has('f')) throw new CommandError('usage: rm [-irf] FILE...');
    const { files } = process.settings;
    const isRecursive = flags.has('r') || flags.has('R');
    let code = 0;
    for (const name of operands) {
      const path = unresolved(process, name);
      const entry = files.get(path);
      if (entry === undefined) {
        if (!flags.has('f')) code = await fail(process, `rm: can't remove '${name}': No such file or directory`);
      } else if (entry.kind === 'folder' && !isRecursive) code = await fail(process, `rm: '${name}' is a directory`);
      else
        try {
          files.remove(path);
        } catch (error) {
          if (!(error instanceof BusyError)) throw error;
          code = await fail(process, `rm: can't remove '${name}': ${error.message}`);
        }
    }
    return code;
  },
  async rmdir(process, words) {
    const { files } = process.settings;
    for (const name of readOptions(words, { letters: '' }).operands) {
      const path = pathOf(process, name);
      if (files.namesIn(path).length > 0) return fail(process, `rmdir: '${name}': Directory not empty`);
      files.remove(path);
    }
    return 0;
  },
  cp: (process, words) => copy(process, words, false),
  mv: (process, words) => copy(process, words, true),
  ln(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'sfn', long: { symbolic: 's', force: 'f' } });
    const [target = '', link = nameOf(target)] = operands;
    const { files } = process.settings;
    const entry = files.get(pathOf(process, link));
    const path =
      entry?.kind === 'folder' ? resolvePath(nameOf(target), pathOf(process, link)) : resolvePath(link, process.folder);
    if (files.get(path) !== undefined && !flags.has('f')) throw new CommandError(`${link}: File exists`);
    if (flags.has('s'))
      files.put(path, { kind: 'link', target, mode: 0o777, uid: 0, gid: 0, modified: process.clock.now() });
    else writeFile(process, link, readFile(process, target));
    return 0;
  },
  touch(process, words) {
    for (const name of readOptions(words, { letters: '' }).operands) {
      const entry = entryOf(process, name);
      if (entry?.kind !== 'folder') writeFile(process, name, entry?.kind === 'file' ? entry.data : Buffer.alloc(0));
    }
    return 0;
  },
  chmod: (process, words) =>
    changeEntries(process, words, (entry, mode) => ({ ...entry, mode: modeOf(mode, entry.mode) })),
  chown: (process, words) =>
    changeEntries(process, words, (entry, owner) => {
      const [user = '', group] = owner.split(/[:.]/);
      return { ...entry, uid: idOf(user, entry.uid), gid: group === undefined ? entry.gid : idOf(group, entry.gid) };
    }),
  chgrp: (process, words) =>
    changeEntries(process, words, (entry, group) => ({ ...entry, gid: idOf(group, entry.gid) })),
  async readlink(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'f' });
    for (const name of operands) {
      if (flags.has('f')) await print(process, pathOf(process, name));
      else {
        const entry = process.settings.files.get(unresolved(process, name));
        if (entry?.kind !== 'link') return 1;
        await print(process, entry.target);
      }
    }
    return 0;
  },
  realpath: (process, [name = '.']) => print(process, pathOf(process, name)),
  basename: (process, [path = '', suffix = '']) => {
    const name = nameOf(path.replace(/(.)\/+$/, '$1'));
    return print(
      process,
      suffix !== '' && name.endsWith(suffix) && name !== suffix ? name.slice(0, -suffix.length) : name,
    );
  },
  dirname: (process, [path = '']) => print(process, parentOf(path)),
  mktemp(process, words) {
    const path = `/tmp/tmp.${Math.random().toString(36).slice(2, 8)}`;
    if (readOptions(words, { letters: 'd' }).flags.has('d'))
      process.settings.files.put(path, newFolder(process.clock.now()));
    else writeFile(process, path, Buffer.alloc(0));
    return print(process, path);
  },
  async find(process, words) {
    const roots: string[] = [];
    const rest = [...words];
    while (rest[0] !== undefined && !/^[-(!]/.test(rest[0])) roots.push(rest.shift() ?? '');
    const name = valueAfter(rest, '-name');
    const type = valueAfter(rest, '-type');
    const kinds: Readonly<Record<string, TreeEntry['kind']>> = { f: 'file', d: 'folder', l: 'link' };
    for (const root of roots.length === 0 ? ['.'] : roots) {
      const base = pathOf(process, root);
      if (process.settings.files.get(base) === undefined)
        return fail(process, `find: ${root}: No such file or directory`);
      const found = process.settings.files
        .below(base)
        .filter(
          ([path, entry]) =>
            (name === undefined || patternExpression(name).test(nameOf(path))) &&
            (type === undefined || entry.kind === kinds[type]),
        )
        .map(
          ([path]) =>
            `${root === '/' ? '' : root}${path === base ? '' : `/${path.slice(base === '/' ? 1 : base.length + 1)}`}` ||
            '/',
        );
      await printLines(process, found);
    }
    return 0;
  },
  stat(process, words) {
    const { operands, values } = readOptions(words, { letters: 'c:', long: { format: 'c' } });
    const format =
      values.get('c') ?? '  File: %n\n  Size: %s\tFile type: %F\nAccess: (%a/%A)  Uid: (%u/%U)   Gid: (%g/%G)';
    const lines = operands.map((name) => {
      const entry = process.settings.files.get(unresolved(process, name));
      if (entry === undefined) throw new CommandError(`can't stat '${name}': No such file or directory`);
      return statText(name, entry, format);
    });
    return printLines(process, lines);
  },
  async du(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'bks' });
    for (const name of operands.length === 0 ? ['.'] : operands) {
      const size = process.settings.files
        .below(pathOf(process, name))
        .reduce((sum, [, entry]) => sum + sizeOf(entry), 0);
      await print(process, `${flags.has('b') ? size : Math.ceil(size / 1024)}\t${name}`);
    }
    return 0;
  },
};

function statText(name: string, entry: TreeEntry, format: string): string {
  const parts: Readonly<Record<string, string>> = {
    n: name,
    s: String(sizeOf(entry)),
    a: entry.mode.toString(8),
    u: String(entry.uid),
    g: String(entry.gid),
    U: entry.uid === 0 ? 'root' : 'UNKNOWN',
    G: entry.gid === 0 ? 'root' : 'UNKNOWN',
    A: modeText(entry),
    F: { file: 'regular file', folder: 'directory', link: 'symbolic link' }[entry.kind],
    Y: String(Math.floor(entry.modified / 1000)),
  };
  return format.replaceAll(/%(\w)/g, (all, letter: string) => parts[letter] ?? all);
}

async function changeEntries(
  process: ProcessContext,
  words: readonly string[],
  change: (entry: TreeEntry, value: string) => TreeEntry,
): Promise<number> {
  // The mode may look like an option: `chmod -x file`.
  const isRecursive = words.some((word) => /^-[a-zA-Z]*R/.test(word));
  const [value = '', ...names] = words.filter((word) => !/^-[a-zA-Z]*[RvfhLP]+$/.test(word));
  let code = 0;
  for (const name of names) {
    const path = pathOf(process, name);
    if (process.settings.files.get(path) === undefined)
      code = await fail(process, `${name}: No such file or directory`);
    const entries = isRecursive
      ? process.settings.files.below(path)
      : [[path, process.settings.files.get(path)] as const];
    for (const [each, entry] of entries)
      if (entry !== undefined) process.settings.files.put(each, change(entry, value));
  }
  return code;
}

function isMode(text: string): boolean {
  return /^(?:[0-7]{1,5}|[ugoa]*[-+=][rwxXst]*(?:,[ugoa]*[-+=][rwxXst]*)*)$/.test(text);
}

function modeOf(text: string, before: number): number {
  if (/^[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  let mode = before;
  for (const clause of text.split(',')) {
    const [, who = '', operator = '+', letters = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(clause) ?? [];
    const bits = (letters.includes('r') ? 4 : 0) + (letters.includes('w') ? 2 : 0) + (/[xX]/.test(letters) ? 1 : 0);
    for (const [shift, class_] of [
      [6, 'u'],
      [3, 'g'],
      [0, 'o'],
    ] as const) {
      if (who !== '' && !who.includes(class_) && !who.includes('a')) continue;
      if (operator === '=') mode &= ~(7 << shift);
      mode = operator === '-' ? mode & ~(bits << shift) : mode | (bits << shift);
    }
  }
  return mode;
}

function idOf(text: string, before: number): number {
  if (text === '') return before;
  return /^\d+$/.test(text) ? Number(text) : text === 'root' ? 0 : 1000;
}

function valueAfter(words: readonly string[], name: string): string | undefined {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
}
