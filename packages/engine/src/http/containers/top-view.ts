/** The list of processes in the format of `ps`. */
import { ServerError } from '@lading/server-v1.44';
import type { ContainerTopResponse } from '@lading/types-v1.44';
import type { ProcessInfo } from '../../ports/container-runtime.js';

/** A column of `ps`: its title, and its value. */
type Column = readonly [title: string, value: (info: ProcessInfo, now: number) => string];

const columns = {
  user: ['USER', ({ user }) => user],
  uid: ['UID', ({ user }) => user],
  pid: ['PID', ({ pid }) => String(pid)],
  ppid: ['PPID', ({ parent }) => String(parent)],
  c: ['C', () => '0'],
  pcpu: ['%CPU', () => '0.0'],
  pmem: ['%MEM', () => '0.0'],
  vsz: ['VSZ', () => '1700'],
  rss: ['RSS', () => '900'],
  tty: ['TTY', () => '?'],
  stat: ['STAT', () => 'Ss'],
  stime: ['STIME', ({ started }) => new Date(started).toISOString().slice(11, 16)],
  start: ['START', ({ started }) => new Date(started).toISOString().slice(11, 16)],
  time: ['TIME', () => '00:00:00'],
  etime: ['ELAPSED', ({ started }, now) => elapsed(now - started)],
  cmd: ['CMD', ({ command }) => command],
  command: ['COMMAND', ({ command }) => command],
  args: ['COMMAND', ({ command }) => command],
  comm: ['COMMAND', ({ command }) => command.split(' ')[0] ?? ''],
} satisfies Readonly<Record<string, Column>>;

type ColumnName = keyof typeof columns;

const full: readonly ColumnName[] = ['uid', 'pid', 'ppid', 'c', 'stime', 'tty', 'time', 'cmd'];
const bsd: readonly ColumnName[] = [
  'user',
  'pid',
  'pcpu',
  'pmem',
  'vsz',
  'rss',
  'tty',
  'stat',
  'start',
  'time',
  'command',
];

/** @param now in milliseconds since 1970. @throws ServerError for arguments that `ps` does not know */
export function topResponse(processes: readonly ProcessInfo[], psArguments: string, now: number): ContainerTopResponse {
  const selected = columnsOf(psArguments.trim());
  return {
    Titles: selected.map((name) => columns[name][0]),
    Processes: processes.map((info) => selected.map((name) => (columns[name] as Column)[1](info, now))),
  };
}

function columnsOf(text: string): readonly ColumnName[] {
  if (text === '' || /^-?(ef|f|eF|ax?f?)$/.test(text)) return full;
  if (/^-?[auxw]+$/.test(text)) return bsd;
  const names = /(?:^|\s)-?[aceghjlmnrsuvwxA-Z]*o\s*(\S+)$/.exec(text)?.[1]?.split(',') ?? [];
  const unknown = names.find((name) => !Object.hasOwn(columns, name));
  if (unknown !== undefined) throw new ServerError(`ps: error: unknown user-defined format specifier "${unknown}"`);
  if (names.length === 0 || !names.every((name): name is ColumnName => Object.hasOwn(columns, name)))
    throw new ServerError(
      `ps: ${text === '' || text.startsWith('-') ? 'unknown option' : 'error: unsupported option (BSD syntax)'}`,
    );
  if (!names.includes('pid')) throw new ServerError("Couldn't find PID field in ps output");
  return names;
}

function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
