/** Commands that show the machine of a container: `df`, `free`, `mount`, `sysctl`, `uptime`. */
import { resolvePath } from '../../filesystem/paths.js';
import type { TreeEntry } from '../../ports/filesystem.js';
import type { ProcessContext } from '../process-context.js';
import { mountsOf } from '../proc-tree.js';
import { CommandError, entryOf, fail, linesOf, pathProblem, print, printLines, readFile, type Commands } from './command.js'; // prettier-ignore
import { readOptions } from './options.js';

/** What the file system of a container holds, in bytes. */
const diskSize = 10 * 1024 ** 3;

export const machineCommands: Commands = {
  async df(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'PkmhTaiB:t:' });
    for (const letter of ['a', 'i', 'B', 't'])
      if (flags.has(letter)) throw new CommandError(`option '-${letter}' is not simulated`);
    const unit = flags.has('h') ? undefined : flags.has('m') ? 1024 ** 2 : 1024;
    const size = (bytes: number): string => sizeText(bytes, unit).padStart(9);
    const title = unit === undefined ? '     Size' : unit === 1024 ? '1K-blocks' : '1M-blocks';
    const isPosix = flags.has('P') && unit === 1024;
    const type = (text: string): string => (flags.has('T') ? ` ${text.padEnd(10)}` : '');
    await print(
      process,
      isPosix
        ? `Filesystem          ${type('Type')} 1024-blocks    Used Available Capacity Mounted on`
        : `Filesystem          ${type('Type')} ${title}      Used Available Use% Mounted on`,
    );
    const missing = operands.find((path) => pathProblem(process, path) !== undefined);
    if (missing !== undefined) return fail(process, `df: ${missing}: can't find mount point`);
    return print(
      process,
      `overlay             ${type('overlay')} ${size(diskSize)} ${size(0)} ${size(diskSize)}   0% /`,
    );
  },
  free(process, words) {
    const units: Readonly<Record<string, number | undefined>> = { b: 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
    if (words.some((word) => !/^-[bkmgh]$/.test(word))) throw new CommandError('usage: free [-bkmgh]');
    const letter = words.at(-1)?.slice(1) ?? 'k';
    const numbers = new Map(
      linesOf(readFile(process, '/proc/meminfo')).map((line) => {
        const [, name = '', kilobytes] = /^(\w+):\s+(\d+)/.exec(line) ?? [];
        return [name, Number(kilobytes) * 1024];
      }),
    );
    const size = (bytes: number): string => sizeText(bytes, units[letter]);
    const row = (name: string, first: number, ...amounts: readonly number[]): string =>
      [name, size(first).padStart(19 - name.length), ...amounts.map((bytes) => size(bytes).padStart(12))].join('');
    const of = (name: string): number => numbers.get(name) ?? 0;
    const [all, unused, cached] = [of('MemTotal'), of('MemFree'), of('Buffers') + of('Cached')];
    return printLines(process, [
      '              total        used        free      shared  buff/cache   available',
      row('Mem:', all, all - unused - cached, unused, 0, cached, of('MemAvailable')),
      row('Swap:', 0, 0, 0),
    ]);
  },
  mount(process, words) {
    const { values, operands } = readOptions(words, { letters: 't:o:r' });
    if (operands.length > 0 || values.has('o')) throw new CommandError('permission denied (are you root?)');
    const type = values.get('t');
    return printLines(
      process,
      mountsOf(process.settings)
        .filter((mount) => type === undefined || mount[2] === type)
        .map(([device, path, kind, options]) => `${device} on ${path} type ${kind} (${options})`),
    );
  },
  async sysctl(process, words) {
    const { flags, operands } = readOptions(words, { letters: '+neAapwq' });
    const settings = flags.has('p') ? settingsIn(process, operands[0] ?? '/etc/sysctl.conf') : operands;
    let code = 0;
    for (const setting of flags.has('a') || flags.has('A') ? [''] : settings)
      code = (await showOrSet(process, setting, flags)) || code;
    return flags.has('p') ? 0 : code;
  },
  uptime(process, words) {
    readOptions(words, { letters: '' });
    const { clock, table } = process;
    const minutes = Math.floor((clock.now() - table.bootTime) / 60_000);
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    const clockText = hours > 0 ? `${String(hours).padStart(2)}:${String(minutes % 60).padStart(2, '0')}` : `${minutes % 60} min`; // prettier-ignore
    const since = days > 0 ? `${days} day${days === 1 ? '' : 's'}, ${clockText}` : clockText;
    const time = new Date(clock.now()).toISOString().slice(11, 19);
    return print(process, ` ${time} up ${since},  0 users,  load average: 0.00, 0.00, 0.00`);
  },
};

/** @param unit undefined for a size with a letter, as people read it */
function sizeText(bytes: number, unit: number | undefined): string {
  if (unit !== undefined || bytes === 0) return String(Math.floor(bytes / (unit ?? 1)));
  const power = Math.min(Math.max(Math.floor(Math.log2(bytes) / 10), 1), 4);
  return `${(bytes / 1024 ** power).toFixed(1)}${'KMGT'[power - 1]}`;
}

/** Returns the settings of a file, `key=value` each. */
function settingsIn(process: ProcessContext, name: string): string[] {
  if (entryOf(process, name) === undefined) throw new CommandError(`${name}: No such file or directory`, 0);
  return linesOf(readFile(process, name))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/.test(line))
    .map((line) => line.replace(/\s*=\s*/, '='));
}

const settingsFolder = '/proc/sys';

/** Shows a parameter of the kernel, or all in a folder. They cannot be set, as in a container without privileges. */
async function showOrSet(process: ProcessContext, setting: string, flags: ReadonlySet<string>): Promise<number> {
  const isChange = setting.includes('=');
  if (flags.has('w') && !isChange) return fail(process, `sysctl: error: '${setting}' must be of the form name=value`);
  const path = setting.replace(/=.*/s, '').replaceAll('.', '/');
  const file = resolvePath(path, settingsFolder);
  const entry = process.settings.files.get(file);
  if (entry === undefined) return flags.has('e') ? 1 : fail(process, `sysctl: error: '${path}' is an unknown key`);
  const nameOf = (each: string): string => each.slice(settingsFolder.length + 1).replaceAll('/', '.');
  if (isChange) return fail(process, `sysctl: error setting key '${nameOf(file)}': Read-only file system`);
  for (const [each, { kind }] of entry.kind === 'folder'
    ? process.settings.files.below(file)
    : [[file, entry] as [string, TreeEntry]]) {
    // prettier-ignore
    if (kind !== 'file' || flags.has('q')) continue;
    const text = readFile(process, each).toString().trimEnd();
    await print(process, flags.has('n') ? text : `${nameOf(each)} = ${text}`);
  }
  return 0;
}
