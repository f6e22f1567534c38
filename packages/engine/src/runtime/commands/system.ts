/** Commands of the system: output, time, users, processes, signals. */
import type { ProcessContext } from '../process-context.js';
import { locate, runInstead, runToEnd } from '../run-program.js';
import { signalNumber } from '../../values/signals.js';
import { testWords } from '../shell/test-command.js';
import { CommandError, entryOf, fail, linesOf, print, printLines, readFile, type Commands } from './command.js';
import { date } from './date.js';
import { readOptions } from './options.js';
import { findUser, userOf } from './users.js';

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '0': '\0',
};

function unescape(text: string): string {
  return text.replaceAll(
    /\\(?:0?([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))/g,
    (all, octal?: string, hex?: string, letter = '') => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return escapes[letter] ?? all;
    },
  );
}

const sleepUnits: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Reads a duration such as `1.5`, `2m` or `inf`. @throws CommandError */
function secondsOf(text: string): number {
  const [, count, unit = 's'] = /^(\d+\.?\d*|\.\d+)([smhd])?$/.exec(text) ?? [];
  if (count === undefined && text !== 'infinity' && text !== 'inf') throw new CommandError(`invalid number '${text}'`);
  return count === undefined ? Infinity : Number(count) * (sleepUnits[unit] ?? 1);
}

/** Runs another program in this process. */
function runOther(process: ProcessContext, command: string, words: readonly string[]): Promise<number> | number {
  const [name, ...args] = words;
  if (name === undefined) throw new CommandError(`usage: ${command} PROG ARGS`);
  const program = locate(process, name);
  if (program.kind !== 'found')
    return fail(process, `${command}: can't execute '${name}': No such file or directory`, 127);
  return runInstead(process, program.run, [name, ...args]);
}

export const systemCommands: Commands = {
  echo(process, words) {
    let [newline, isEscaped] = [true, false];
    const rest = [...words];
    for (let word = rest[0]; word !== undefined && /^-[neE]+$/.test(word); word = rest[0]) {
      rest.shift();
      if (word.includes('n')) newline = false;
      if (word.includes('e')) isEscaped = true;
    }
    const text = rest.join(' ');
    // `\\c` ends the output.
    const [, shown = text] = (isEscaped && /^((?:\\[^c]|[^\\])*)\\c/.exec(text)) || [];
    if (shown !== text) return print(process, unescape(shown), '');
    return print(process, isEscaped ? unescape(text) : text, newline ? '\n' : '');
  },
  true: () => 0,
  false: () => 1,
  async yes(process, words) {
    const line = `${words.length === 0 ? 'y' : words.join(' ')}\n`;
    // In blocks, as real ones write.
    const block = line.repeat(Math.ceil(4096 / line.length));
    while (!process.killed.aborted) {
      await process.write('stdout', block);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return 0;
  },
  test: (process, words) => (testWords(words, process) ? 0 : 1),
  '[': (process, words) => (testWords(words.slice(0, -1), process) ? 0 : 1),
  date,
  async sleep(process, words) {
    if (words.length === 0) throw new CommandError('usage: sleep [N]...');
    const total = words.reduce((sum, word) => sum + secondsOf(word), 0);
    await process.sleep(total * 1000);
    return 0;
  },
  async usleep(process, [text = '0']) {
    await process.sleep(Number(text) / 1000);
    return 0;
  },
  async timeout(process, words) {
    const { operands, values } = readOptions(words, { letters: '+s:k:', long: { signal: 's', 'kill-after': 'k' } });
    const [duration, name, ...rest] = operands;
    if (duration === undefined || name === undefined)
      throw new CommandError('usage: timeout [-s SIG] [-k KILL_SECS] SECS PROG ARGS');
    const [limit, killLimit] = [secondsOf(duration), secondsOf(values.get('k') ?? 'inf')];
    const signal = signalNumber(values.get('s') ?? 'TERM');
    if (signal === undefined) return fail(process, `timeout: bad signal name '${values.get('s')}'`);
    const program = locate(process, name);
    if (program.kind !== 'found')
      return fail(process, `timeout: can't execute '${name}': No such file or directory`, 127);
    const child = process.fork({ command: [name, ...rest] });
    const late = process
      .sleep(limit * 1000)
      .then(() => child.entry.signal(String(signal), 'container'))
      .then(() => process.sleep(killLimit * 1000))
      .then(() => child.entry.signal('KILL', 'container'));
    const code = runToEnd(child, () => program.run(child, rest));
    await Promise.race([code, late]);
    return code;
  },
  env(process, words) {
    const { flags, given, operands } = readOptions(words, {
      letters: '+iu:0',
      long: { 'ignore-environment': 'i', unset: 'u', null: '0' },
    });
    const variables = new Map(flags.has('i') ? [] : process.variables);
    for (const [letter, value] of given) if (letter === 'u') variables.delete(value);
    const rest = [...operands];
    if (rest[0] === '-') {
      variables.clear();
      rest.shift();
    }
    for (let word = rest[0]; word?.includes('=') === true; word = rest[0]) {
      rest.shift();
      variables.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    }
    const [name, ...args] = rest;
    const end = flags.has('0') ? '\0' : '\n';
    if (name === undefined) return print(process, [...variables].map((pair) => pair.join('=') + end).join(''), '');
    const program = locate(process, name, variables);
    if (program.kind !== 'found') return fail(process, `env: can't execute '${name}': No such file or directory`, 127);
    return runInstead(process, program.run, [name, ...args], variables);
  },
  async printenv(process, names) {
    if (names.length === 0)
      return printLines(
        process,
        [...process.variables].map((pair) => pair.join('=')),
      );
    let code = 0;
    for (const name of names) {
      const value = process.variables.get(name);
      if (value === undefined) code = 1;
      else await print(process, value);
    }
    return code;
  },
  hostname(process, words) {
    const { hostname } = process.settings;
    const { flags } = readOptions(words, { letters: 'sidf' });
    const line = linesOf(readFile(process, '/etc/hosts'))
      .map((each) => each.split(/\s+/))
      .find((parts) => parts.slice(1).includes(hostname));
    const [address = '', canonical = hostname] = line ?? [];
    if (flags.has('i')) return print(process, address);
    if (flags.has('f')) return print(process, canonical);
    if (flags.has('d')) return print(process, canonical.replace(/^[^.]*\.?/, ''));
    return print(process, flags.has('s') ? hostname.replace(/\..*$/, '') : hostname);
  },
  uname(process, words) {
    const { flags } = readOptions(words, { letters: 'amnrspvo' });
    const parts = { s: 'Linux', n: process.settings.hostname, r: '6.1.0', v: '#1 SMP', m: 'x86_64', o: 'GNU/Linux' };
    const selected = flags.has('a')
      ? Object.values(parts)
      : Object.entries(parts).flatMap(([flag, text]) => (flags.has(flag) ? text : []));
    return print(process, (selected.length === 0 ? ['Linux'] : selected).join(' '));
  },
  arch: (process) => print(process, 'x86_64'),
  nproc(process, words) {
    readOptions(words, { letters: '', long: { all: 'a', ignore: 'i' } });
    return print(process, '1');
  },
  whoami: (process) => print(process, userOf(process).name),
  id(process, words) {
    const { flags, operands } = readOptions(words, { letters: 'ugGnr' });
    const [wanted] = operands;
    if (wanted !== undefined && findUser(process, wanted) === undefined)
      throw new CommandError(`unknown user ${wanted}`);
    const { uid, name, group, groups } = userOf(process, wanted);
    if (flags.has('u')) return print(process, flags.has('n') ? name : uid);
    if (flags.has('g')) return print(process, flags.has('n') ? group.name : group.gid);
    if (flags.has('G')) return print(process, groups.map((each) => (flags.has('n') ? each.name : each.gid)).join(' '));
    const labelled = (id: string, label: string): string => (label === '' || label === id ? id : `${id}(${label})`);
    const all = groups.map((each) => labelled(each.gid, each.name)).join(',');
    return print(process, `uid=${labelled(uid, name)} gid=${labelled(group.gid, group.name)} groups=${all}`);
  },
  groups(process) {
    const names = userOf(process).groups.map(({ gid, name }) => name || gid);
    return print(process, names.join(' '));
  },
  stty(process, words) {
    if (words[0]?.startsWith('-') === true && !/^-(?:a|g|F|echo|icanon|isig|ixon|opost)$/.test(words[0]))
      throw new CommandError(`invalid argument '${words[0]}'`);
    if (words[0] !== 'size') return 0;
    return print(process, `${process.terminalSize.rows} ${process.terminalSize.columns}`);
  },
  tty: (process) =>
    process.settings.hasTerminal ? print(process, '/dev/pts/0') : print(process, 'not a tty').then(() => 1),
  sync: () => 0,
  clear: (process) => print(process, '\x1b[H\x1b[J', ''),
  nohup: (process, words) => runOther(process, 'nohup', words),
  setsid(process, words) {
    // A key of the terminal does not reach it any more.
    process.entry.session = process.pid;
    return runOther(process, 'setsid', words[0] === '-c' ? words.slice(1) : words);
  },
  async which(process, names) {
    let code = 0;
    for (const name of names) {
      const isFound = locate(process, name).kind === 'found';
      if (!isFound) code = 1;
      else
        await print(
          process,
          name.includes('/') || entryOf(process, `/usr/bin/${name}`) === undefined
            ? `/bin/${name}`.replace('/bin//', '/')
            : `/usr/bin/${name}`,
        );
    }
    return code;
  },
};
