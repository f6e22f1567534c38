/** Users and groups of a container, as its `/etc/passwd` and `/etc/group` name them. */
import type { ProcessContext } from '../process-context.js';
import { entryOf, linesOf } from './command.js';

export interface Group {
  readonly gid: string;
  /** Empty without one. */
  readonly name: string;
}

export interface User {
  readonly uid: string;
  readonly name: string;
  readonly group: Group;
  /** All groups, by number. */
  readonly groups: readonly Group[];
  /** The folder of the user, `/` if nothing names one. */
  readonly home: string;
}

/** Returns the user of a process, or the one with a name. */
export function userOf(process: ProcessContext, given?: string): User {
  const [wanted = '', wantedGroup] = (given ?? process.settings.user).split(':');
  const isRoot = wanted === '' || wanted === 'root' || wanted === '0';
  const entry = entriesIn(process, '/etc/passwd').find(([name, , id]) =>
    isRoot ? id === '0' : name === wanted || id === wanted,
  );
  const uid = isRoot ? '0' : (entry?.[2] ?? (/^\d+$/.test(wanted) ? wanted : '1000'));
  const group = groupOf(process, wantedGroup ?? entry?.[3] ?? (uid === '1000' ? '1000' : '0'));
  const all = [
    group,
    ...(given === undefined ? (process.settings.groups ?? []) : []).map((each) => groupOf(process, each)),
  ];
  const groups = all.filter(({ gid }, at) => all.findIndex((each) => each.gid === gid) === at);
  groups.sort((one, other) => Number(one.gid) - Number(other.gid));
  const home = entry?.[5] ?? (isRoot ? '/root' : '/');
  return { uid, name: entry?.[0] ?? (isRoot ? 'root' : wanted), group, groups, home };
}

/** Returns the user with a name or a number. */
export function findUser(
  process: ProcessContext,
  wanted: string,
): { readonly name: string; readonly uid: string; readonly gid: string } | undefined {
  const entry = entriesIn(process, '/etc/passwd').find(([name, , id]) => name === wanted || id === wanted);
  if (entry !== undefined) return { name: entry[0] ?? '', uid: entry[2] ?? '', gid: entry[3] ?? '' };
  return wanted === '0' || wanted === 'root' ? { name: 'root', uid: '0', gid: '0' } : undefined;
}

/** Returns the group with a name or a number. */
export function findGroup(process: ProcessContext, wanted: string): Group | undefined {
  const group = groupOf(process, wanted);
  return group.name === '' ? undefined : group;
}

function groupOf(process: ProcessContext, wanted: string): Group {
  const entry = entriesIn(process, '/etc/group').find(([name, , id]) => name === wanted || id === wanted);
  if (entry !== undefined) return { gid: entry[2] ?? wanted, name: entry[0] ?? '' };
  return wanted === '0' || wanted === 'root' ? { gid: '0', name: 'root' } : { gid: wanted, name: '' };
}

function entriesIn(process: ProcessContext, path: string): string[][] {
  const file = entryOf(process, path);
  return file?.kind === 'file' ? linesOf(file.data).map((line) => line.split(':')) : [];
}
