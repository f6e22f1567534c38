/** Commands of processes: `ps`, `top`, `pgrep`, `pkill`, `pidof`, `kill`, `killall`. */
import { LinearExpression } from '../../values/linear-expression.js';
import { stateOf } from '../proc-tree.js';
import type { ProcessContext } from '../process-context.js';
import type { ProcessEntry } from '../process-entry.js';
import { signalName, signalNames, signalNumber } from '../../values/signals.js';
import { CommandError, fail, print, printLines, type Commands } from './command.js';
import { readOptions } from './options.js';

/** A column of `ps`: its title, its width, and its value. */
interface PsColumn {
  readonly title: string;
  readonly width: number;
  readonly alignsRight?: boolean;
  readonly value: (entry: ProcessEntry, process: ProcessContext) => string;
}

const userName = ({ user }: ProcessEntry): string => (/^(0(:|$)|$)/.test(user) ? 'root' : (user.split(':')[0] ?? ''));

const columns: Readonly<Record<string, PsColumn>> = {
  user: { title: 'USER', width: 8, value: userName },
  ruser: { title: 'RUSER', width: 8, value: userName },
  group: { title: 'GROUP', width: 8, value: () => 'root' },
  rgroup: { title: 'RGROUP', width: 8, value: () => 'root' },
  comm: { title: 'COMMAND', width: 16, value: ({ name }) => name },
  args: { title: 'COMMAND', width: 256, value: ({ commandLine }) => commandLine },
  pid: { title: 'PID', width: 5, alignsRight: true, value: ({ pid }) => String(pid) },
  ppid: { title: 'PPID', width: 5, alignsRight: true, value: ({ parent }) => String(parent) },
  pgid: { title: 'PGID', width: 5, alignsRight: true, value: ({ session }) => String(session) },
  sid: { title: 'SID', width: 5, alignsRight: true, value: ({ session }) => String(session) },
  nice: { title: 'NI', width: 5, alignsRight: true, value: ({ nice }) => String(nice) },
  vsz: { title: 'VSZ', width: 4, alignsRight: true, value: () => '1700' },
  rss: { title: 'RSS', width: 4, alignsRight: true, value: () => '900' },
  tty: { title: 'TT', width: 6, value: (_entry, { settings }) => (settings.hasTerminal ? '136,0' : '?') },
  stat: { title: 'STAT', width: 4, value: (entry, { entry: self }) => stateOf(entry, self) },
  time: { title: 'TIME', width: 5, alignsRight: true, value: () => '0:00' },
  etime: {
    title: 'ELAPSED',
    width: 7,
    alignsRight: true,
    value: ({ started }, { clock }) => elapsed(clock.now() - started),
  },
};

function elapsed(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function table(process: ProcessContext, names: readonly string[], titles: ReadonlyMap<string, string> = new Map()) {
  const selected = names.map((name) => {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    if (column === undefined)
      throw new CommandError(`bad -o argument '${name}', supported arguments: ${Object.keys(columns).join(',')}`);
    return { ...column, title: titles.get(name) ?? column.title };
  });
  const line = (cells: readonly string[], isTitle: boolean): string =>
    cells
      .map((cell, index) => {
        const { width = 0, alignsRight = false } = selected[index] ?? {};
        if (alignsRight && !isTitle) return cell.padStart(width);
        return index === cells.length - 1 ? cell : cell.slice(0, isTitle ? undefined : width).padEnd(width);
      })
      .join(' ');
  return [
    line(
      selected.map(({ title }) => title),
      true,
    ),
    ...process.table.all().map((entry) =>
      line(
        selected.map(({ value }) => value(entry, process)),
        false,
      ),
    ),
  ];
}

const defaultColumns = ['pid', 'user', 'time', 'args'];

export const processCommands: Commands = {
  kill: (process, words) => kill(process, words),
  ps(process, words) {
    const { given } = readOptions(words, { letters: 'o:TaAdefl' });
    const wanted = given.flatMap(([letter, value]) => (letter === 'o' ? value.split(',') : []));
    const titles = new Map(
      wanted.filter((each) => each.includes('=')).map((each) => each.split('=', 2) as [string, string]),
    );
    const names = wanted.map((each) => each.split('=', 1)[0] ?? '');
    return printLines(process, table(process, names.length === 0 ? defaultColumns : names, titles));
  },
  async top(process, words) {
    const { values } = readOptions(words, { letters: 'bn:d:Hm' });
    const count = values.has('n') ? Number(values.get('n')) : Infinity;
    // It handles the signals that end it, so that they end it as a first process, too.
    for (const name of ['HUP', 'INT', 'QUIT', 'TERM', 'ALRM', 'PIPE'])
      process.traps.set(name, () => process.entry.end(128 + (signalNumber(name) ?? 0)));
    for (let round = 0; round < count && !process.killed.aborted; round += 1) {
      if (round > 0) await process.sleep(Number(values.get('d') ?? 5) * 1000);
      await printLines(process, [
        'Mem: 1024K used, 1047552K free, 0K shrd, 0K buff, 0K cached',
        'CPU:   0% usr   0% sys   0% nic 100% idle   0% io   0% irq   0% sirq',
        `Load average: 0.00 0.00 0.00 1/${process.table.all().length} ${process.pid}`,
        '  PID  PPID USER     STAT   VSZ %VSZ CPU %CPU COMMAND',
        ...process.table
          .all()
          .map(
            (entry) =>
              `${String(entry.pid).padStart(5)} ${String(entry.parent).padStart(5)} ${userName(entry).padEnd(8)} ${stateOf(entry, process.entry).padEnd(4)}  1700   0%   0   0% ${entry.commandLine}`,
          ),
      ]);
    }
    return 0;
  },
  async pgrep(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'lafnovxs:P:' });
    const found = matching(process, flags, values, operands);
    const ids = found.map((entry) =>
      flags.has('a')
        ? `${entry.pid} ${entry.commandLine}`
        : flags.has('l')
          ? `${entry.pid} ${entry.name}`
          : String(entry.pid),
    );
    await printLines(process, ids);
    return found.length > 0 ? 0 : 1;
  },
  async pkill(process, words) {
    const [first = ''] = words;
    if (first === '-l') return kill(process, words, 'pkill');
    const name = /^-(?=[A-Z\d])/.test(first) ? first.slice(1) : undefined;
    if (name !== undefined && signalNumber(name) === undefined && name !== '0')
      return fail(process, `pkill: bad signal name '${name}'`);
    const { flags, values, operands } = readOptions(name === undefined ? words : words.slice(1), {
      letters: 'fnovxs:P:',
    });
    const found = matching(process, flags, values, operands);
    if (name !== '0') for (const entry of found) entry.signal(name ?? 'TERM', 'container');
    return found.length > 0 ? 0 : 1;
  },
  async pidof(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'so:' });
    const omitted = values.get('o') === '%PPID' ? process.entry.parent : Number(values.get('o'));
    const found = process.table
      .all()
      .filter(
        (entry) => entry !== process.entry && entry.pid !== omitted && operands.some((name) => isNamed(entry, name)),
      )
      .reverse();
    if (found.length === 0) return 1;
    return print(process, (flags.has('s') ? found.slice(0, 1) : found).map(({ pid }) => pid).join(' '));
  },
  async killall(process, words) {
    if (words[0] === '-l') return kill(process, words, 'killall');
    const rest = [...words];
    const isQuiet = rest[0] === '-q';
    if (isQuiet) rest.shift();
    const signal = /^-./.test(rest[0] ?? '') ? (rest.shift()?.slice(1) ?? '') : 'TERM';
    if (signalNumber(signal) === undefined && signal !== '0')
      return fail(process, `killall: bad signal name '${signal}'`);
    let code = 0;
    for (const name of rest) {
      const found = process.table.all().filter((entry) => entry !== process.entry && isNamed(entry, name));
      if (signal !== '0') for (const entry of found) entry.signal(signal, 'container');
      if (found.length > 0) continue;
      code = 1;
      if (!isQuiet) await fail(process, `killall: ${name}: no process killed`);
    }
    return code;
  },
};

/** Whether the program, or the script that it runs, has the name. */
function isNamed({ name, command }: ProcessEntry, wanted: string): boolean {
  return (
    name === wanted ||
    command[0] === wanted ||
    (/^(ba|a|da)?sh$/.test(name) && command[1]?.replace(/^.*\//, '') === wanted)
  );
}

function matching(
  process: ProcessContext,
  flags: ReadonlySet<string>,
  values: ReadonlyMap<string, string>,
  [pattern]: readonly string[],
): ProcessEntry[] {
  if (pattern === undefined && !values.has('s') && !values.has('P'))
    throw new CommandError('no matching criteria specified');
  const expression = new LinearExpression(pattern ?? '');
  const isMatch = (entry: ProcessEntry): boolean => {
    const text = flags.has('f') ? entry.command.join(' ') : entry.name;
    const isFound = flags.has('x') ? text === pattern : expression.test(text);
    if (values.has('P') && String(entry.parent) !== values.get('P')) return false;
    if (values.has('s') && String(entry.session) !== values.get('s')) return false;
    return isFound !== flags.has('v');
  };
  const found = process.table.all().filter((entry) => entry !== process.entry && isMatch(entry));
  if (flags.has('n')) return found.slice(-1);
  return flags.has('o') ? found.slice(0, 1) : found;
}

/** @param label the name before messages */
export async function kill(process: ProcessContext, words: readonly string[], label = 'kill'): Promise<number> {
  const rest = [...words];
  if (rest[0] === '-l') return listSignals(process, rest.slice(1), label);
  let signal = 'TERM';
  if (rest[0] === '-s') signal = rest.splice(0, 2)[1] ?? '';
  else if (/^-./.test(rest[0] ?? '') && rest[0] !== '--') signal = rest.shift()?.slice(1) ?? '';
  if (rest[0] === '--') rest.shift();
  if (signalNumber(signal) === undefined && signal !== '0')
    return fail(process, `${label}: bad signal name '${signal}'`);
  if (rest.length === 0) return fail(process, `${label}: you need to specify whom to kill`);
  let code = 0;
  for (const word of rest) {
    if (!/^-?\d+$/.test(word)) {
      code = await fail(process, `${label}: invalid number '${word}'`);
      continue;
    }
    const isSent = send(process, Number(word), signal);
    if (!isSent) code = await fail(process, `${label}: can't kill pid ${word}: No such process`);
  }
  return code;
}

/** @param pid -1 for all processes but the first one and this, 0 and others below for those of a terminal */
function send({ table, entry: self }: ProcessContext, pid: number, signal: string): boolean {
  const targets =
    pid > 0
      ? table.all().filter((entry) => entry.pid === pid)
      : table
          .all()
          .filter((entry) =>
            pid === -1 ? entry.pid !== 1 && entry !== self : entry.session === (-pid || self.session),
          );
  if (signal !== '0') for (const entry of targets) entry.signal(signal, 'container');
  return targets.length > 0;
}

async function listSignals(process: ProcessContext, words: readonly string[], label: string): Promise<number> {
  if (words.length === 0)
    return printLines(
      process,
      signalNames.map((name, index) => `${String(index + 1).padStart(2)}) ${name}`),
    );
  for (const word of words) {
    const number = signalNumber(/^\d+$/.test(word) ? String(Number(word) & 0x7f) : word);
    if (number === undefined) return fail(process, `${label}: unknown signal '${word}'`);
    await print(process, /^\d+$/.test(word) ? signalName(String(number)) : String(number));
  }
  return 0;
}
