/** Commands that run programs with another priority, or periodically: `nice`, `renice`, `watch`. */
import type { ProcessContext } from '../process-context.js';
import type { ProcessEntry } from '../process-entry.js';
import { locate, runChild, runInstead } from '../run-program.js';
import { CommandError, fail, print, type Commands } from './command.js';
import { readOptions } from './options.js';
import { findUser } from './users.js';

/** Containers may not raise a priority, which is a lower number. */
function setNice(entry: ProcessEntry, wanted: number): boolean {
  const nice = Math.max(-20, Math.min(19, wanted));
  if (nice < entry.nice) return false;
  entry.nice = nice;
  return true;
}

function integerOf(text: string): number {
  if (!/^[-+]?\d+$/.test(text)) throw new CommandError(`invalid number '${text}'`);
  return Number(text);
}

export const schedulingCommands: Commands = {
  nice(process, words) {
    const rest = [...words];
    if (rest.length === 0) return print(process, String(process.entry.nice));
    let adjustment = 10;
    if (rest[0]?.startsWith('-') === true) {
      const [, text = ''] = /^-n?(.*)$/.exec(rest.shift() ?? '') ?? [];
      const number = text === '' ? rest.shift() : text;
      if (number === undefined || rest.length === 0) throw new CommandError('usage: nice [-n ADJUST] [PROG ARGS]');
      adjustment = integerOf(number);
    }
    const nice = process.entry.nice + adjustment;
    if (!setNice(process.entry, nice)) return fail(process, `nice: setpriority(${nice}): Permission denied`);
    const [name = '', ...args] = rest;
    const program = locate(process, name);
    if (program.kind !== 'found') return fail(process, `nice: can't execute '${name}': No such file or directory`, 127);
    return runInstead(process, program.run, [name, ...args]);
  },
  async renice(process, words) {
    const rest = [...words];
    const isRelative = rest[0] === '-n';
    if (isRelative) rest.shift();
    const [number, ...ids] = rest;
    if (number === undefined || ids.length === 0)
      throw new CommandError('usage: renice [-n] PRIORITY [[-p|g|u] ID...]...');
    const given = integerOf(number);
    let kind = 'p';
    let code = 0;
    for (const id of ids) {
      if (/^-[pgu]$/.test(id)) {
        kind = id.slice(1);
        continue;
      }
      const problem = reniced(process, kind, id, (entry) => given + (isRelative ? entry.nice : 0), isRelative);
      if (problem !== undefined) code = await fail(process, `renice: ${problem}`);
    }
    return code;
  },
  async watch(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: '+n:t' });
    if (operands.length === 0) throw new CommandError('usage: watch [-n SEC] [-t] PROG ARGS');
    const text = values.get('n') ?? '2';
    const seconds = Number(text);
    if (text === '' || !(seconds >= 0)) throw new CommandError(`invalid number '${text}'`);
    const command = operands.join(' ');
    const shell = locate(process, 'sh');
    while (!process.killed.aborted) {
      await print(process, '\x1b[H\x1b[J', '');
      if (!flags.has('t')) await print(process, `${headerOf(process, `Every ${seconds.toFixed(1)}s: ${command}`)}\n`);
      if (shell.kind === 'found') await runChild(process, shell.run, ['sh', '-c', command]);
      await process.sleep(seconds * 1000);
    }
    return 0;
  },
};

/** Sets the priority of the processes with a number, in a group, or of a user. @returns what is wrong */
function reniced(
  process: ProcessContext,
  kind: string,
  id: string,
  niceOf: (entry: ProcessEntry) => number,
  isRelative: boolean,
): string | undefined {
  if (kind !== 'u' && !/^\d+$/.test(id)) return `invalid number '${id}'`;
  const user = kind === 'u' ? findUser(process, id) : undefined;
  if (kind === 'u' && user === undefined) return `unknown user ${id}`;
  const targets = process.table.all().filter((entry) => {
    if (user !== undefined) return (findUser(process, entry.user.split(':')[0] || '0') ?? user).uid === user.uid;
    return Number(id) === (kind === 'g' ? entry.session : entry.pid);
  });
  if (targets.length === 0) return `${isRelative ? 'get' : 'set'}priority: No such process`;
  const areSet = targets.map((entry) => setNice(entry, niceOf(entry)));
  return areSet.includes(false) ? 'setpriority: Permission denied' : undefined;
}

/** The command and the time, in the width of the terminal. */
function headerOf({ clock, terminalSize }: ProcessContext, command: string): string {
  const time = new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' ');
  const width = Math.max(0, (terminalSize.columns || 80) - time.length - 1);
  return `${command.slice(0, width).padEnd(width)}${time}`;
}
