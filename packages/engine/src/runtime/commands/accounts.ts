/** Commands that add users and groups: lines of `/etc/passwd`, `/etc/group` and `/etc/shadow`. */
import { newFolder } from '../../filesystem/memory-tree.js';
import type { ProcessContext } from '../process-context.js';
import { CommandError, entryOf, linesOf, pathOf, readFile, writeFile, type Commands } from './command.js';
import { readOptions } from './options.js';
import { findGroup, findUser } from './users.js';

export const accountCommands: Commands = {
  adduser(process, words) {
    const { flags, values, operands } = readOptions(words, {
      letters: 'h:g:s:G:SDHu:k:',
      long: {
        home: 'h',
        gecos: 'g',
        shell: 's',
        ingroup: 'G',
        system: 'S',
        'disabled-password': 'D',
        'no-create-home': 'H',
        uid: 'u',
      },
    });
    const [name, group] = operands;
    if (name === undefined)
      throw new CommandError('usage: adduser [-h DIR] [-g GECOS] [-s SHELL] [-G GRP] [-SDH] [-u UID] USER [GROUP]');
    checkName(name);
    if (group !== undefined) return addMember(process, name, group);
    if (findUser(process, name) !== undefined) throw new CommandError(`user '${name}' in use`);
    const uid = values.get('u') ?? freeNumber(process, '/etc/passwd', flags.has('S') ? 100 : 1000);
    if (!/^\d+$/.test(uid)) throw new CommandError(`invalid number '${uid}'`);
    if (findUser(process, uid) !== undefined) throw new CommandError(`uid '${uid}' in use`);
    const wanted = values.get('G') ?? (flags.has('S') ? 'nogroup' : undefined);
    let gid = wanted === undefined ? undefined : findGroup(process, wanted)?.gid;
    if (wanted !== undefined && gid === undefined && wanted !== 'nogroup')
      throw new CommandError(`unknown group ${wanted}`);
    if (gid === undefined) {
      gid = findGroup(process, uid) === undefined ? uid : freeNumber(process, '/etc/group', 1000);
      addLine(process, '/etc/group', `${wanted ?? name}:x:${gid}:${wanted === undefined ? '' : name}`);
    }
    const home = values.get('h') ?? `/home/${name}`;
    const shell = values.get('s') ?? (flags.has('S') ? '/bin/false' : '/bin/sh');
    addLine(process, '/etc/passwd', [name, 'x', uid, gid, values.get('g') ?? `Linux User,,,`, home, shell].join(':'));
    addLine(process, '/etc/shadow', `${name}:!:${Math.floor(process.clock.now() / 86_400_000)}:0:99999:7:::`);
    const { files } = process.settings;
    if (!flags.has('H') && files.get(pathOf(process, home)) === undefined)
      files.put(pathOf(process, home), {
        ...newFolder(process.clock.now(), 0o2755),
        uid: Number(uid),
        gid: Number(gid),
      });
    return 0;
  },
  addgroup(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'g:S', long: { gid: 'g', system: 'S' } });
    const [name, group] = operands;
    if (name === undefined) throw new CommandError('usage: addgroup [-g GID] [-S] [USER] GROUP');
    checkName(name);
    if (group !== undefined) return addMember(process, name, group);
    if (findGroup(process, name) !== undefined) throw new CommandError(`group '${name}' in use`);
    const gid = values.get('g') ?? freeNumber(process, '/etc/group', flags.has('S') ? 100 : 1000);
    if (!/^\d+$/.test(gid)) throw new CommandError(`invalid number '${gid}'`);
    if (findGroup(process, gid) !== undefined) throw new CommandError(`gid '${gid}' in use`);
    addLine(process, '/etc/group', `${name}:x:${gid}:`);
    return 0;
  },
  deluser(process, words) {
    const [name] = readOptions(words, { letters: '', long: { 'remove-home': 'r' } }).operands;
    if (name === undefined) throw new CommandError('usage: deluser [--remove-home] USER');
    if (findUser(process, name) === undefined) throw new CommandError(`unknown user ${name}`);
    for (const path of ['/etc/passwd', '/etc/shadow'])
      edit(process, path, (lines) => lines.filter((line) => !line.startsWith(`${name}:`)));
    edit(process, '/etc/group', (lines) =>
      lines
        .filter((line) => !line.startsWith(`${name}:`))
        .map((line) =>
          line.replace(/[^:]*$/, (members) =>
            members
              .split(',')
              .filter((each) => each !== name)
              .join(','),
          ),
        ),
    );
    return 0;
  },
};

/** @throws CommandError for a name that is not portable */
function checkName(name: string): void {
  if (!/^[a-zA-Z0-9._][a-zA-Z0-9._-]*$/.test(name)) throw new CommandError('illegal name');
}

function addMember(process: ProcessContext, user: string, group: string): number {
  if (findUser(process, user) === undefined) throw new CommandError(`unknown user ${user}`);
  if (findGroup(process, group) === undefined) throw new CommandError(`unknown group ${group}`);
  edit(process, '/etc/group', (lines) =>
    lines.map((line) => {
      const [name, , , members = ''] = line.split(':');
      if (name !== group || members.split(',').includes(user)) return line;
      return line + (members === '' ? user : `,${user}`);
    }),
  );
  return 0;
}

function freeNumber(process: ProcessContext, path: string, start: number): string {
  const used = new Set(contentOf(process, path).map((line) => line.split(':')[2]));
  let number = start;
  while (used.has(String(number))) number += 1;
  return String(number);
}

function contentOf(process: ProcessContext, path: string): readonly string[] {
  return entryOf(process, path)?.kind === 'file' ? linesOf(readFile(process, path)) : [];
}

function edit(process: ProcessContext, path: string, change: (lines: readonly string[]) => readonly string[]): void {
  writeFile(
    process,
    path,
    Buffer.from(
      change(contentOf(process, path))
        .map((line) => `${line}\n`)
        .join(''),
    ),
  );
}

function addLine(process: ProcessContext, path: string, line: string): void {
  edit(process, path, (lines) => [...lines, line]);
}
