/** The commands that belong to the shell itself. */
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { kill } from '../commands/processes.js';
import { signalName, signalNumber } from '../../values/signals.js';
import { limitOf } from '../resource-limits.js';
import { splitOnce } from '../../values/environment.js';
import { getopts } from './getopts.js';
import { runProgram, type RunningShell } from './run-program.js';
import { Leave } from './shell-state.js';
import { testWords } from './test-command.js';

type Builtin = (shell: RunningShell, words: readonly string[]) => Promise<number> | number;

export const shellBuiltins: Readonly<Record<string, Builtin>> = {
  ':': () => 0,
  true: () => 0,
  false: () => 1,
  '[': (shell, words) => (words.at(-1) === ']' ? test(shell, words.slice(0, -1)) : missingBracket(shell)),
  test,
  break: ({ state }, [count = '1']) => (state.loops === 0 ? 0 : leave('break', Math.min(Number(count), state.loops))),
  continue: ({ state }, [count = '1']) =>
    state.loops === 0 ? 0 : leave('continue', Math.min(Number(count), state.loops)),
  return: ({ state }, [code]) =>
    leave('return', code === undefined ? (state.trapCode ?? state.exitCode) : Number(code) & 0xff),
  exit: ({ state }, [code]) =>
    leave('exit', code === undefined ? (state.trapCode ?? state.exitCode) : Number(code) & 0xff),
  cd,
  eval: (shell, words) => runText(shell, words.join(' ')),
  getopts,
  async exec(shell, words) {
    if (words.length === 0) return 0;
    return leave('exit', await runProgram(shell, words, { isLast: true }));
  },
  export: exportVariables,
  readonly: exportVariables,
  local: ({ state }, words) => {
    const locals = state.locals.at(-1);
    if (locals === undefined) throw new Error('local: not in a function');
    for (const word of words) {
      const [name, value] = splitOnce(word);
      if (!locals.has(name)) locals.set(name, state.process.variables.get(name));
      if (word.includes('=')) state.process.assign(name, value);
      else state.process.variables.delete(name);
    }
    return 0;
  },
  unset({ state }, words) {
    for (const word of words.filter((each) => !each.startsWith('-'))) {
      state.process.variables.delete(word);
      state.exported.delete(word);
      state.functions.delete(word);
    }
    return 0;
  },
  set: setOptions,
  shift({ state }, [count = '1']) {
    if (!/^\d+$/.test(count)) throw new Error(`shift: Illegal number: ${count}`);
    if (Number(count) > state.args.length) return 1;
    state.args = state.args.slice(Number(count));
    return 0;
  },
  source,
  '.': source,
  trap: setTraps,
  wait: waitForJobs,
  read,
  umask: ({ state }, words) => (words.length > 0 ? 0 : state.process.write('stdout', '0022\n').then(() => 0)),
  jobs: listJobs,
  kill: killJobs,
  hash: () => 0,
  ulimit({ state }, words) {
    const letters = words.filter((word) => word.startsWith('-')).join('');
    const [, name = 'fsize', unit = 1] = limitNames.find(([letter]) => letters.includes(letter)) ?? [];
    const { soft, hard } = limitOf(state.process.settings, name);
    const value = letters.includes('H') ? hard : soft;
    // Whatever it is set to, nothing is limited.
    if (words.some((word) => !word.startsWith('-'))) return 0;
    return state.process.write('stdout', `${value < 0 ? 'unlimited' : Math.floor(value / unit)}\n`).then(() => 0);
  },
  command: (shell, words) =>
    /^-[vV]$/.test(words[0] ?? '')
      ? lookUp(shell, words)
      : shell.run(quoted(words[0] === '-p' ? words.slice(1) : words)),
  type: lookUp,
};

/** The options of `ulimit`, the names of their limits, and the bytes of a unit. */
const limitNames: readonly (readonly [letter: string, name: string, unit?: number])[] = [
  ['c', 'core', 512],
  ['d', 'data', 1024],
  ['f', 'fsize', 512],
  ['l', 'memlock', 1024],
  ['m', 'rss', 1024],
  ['n', 'nofile'],
  ['p', 'nproc'],
  ['s', 'stack', 1024],
  ['t', 'cpu'],
  ['u', 'nproc'],
  ['v', 'as', 1024],
];

function leave(from: Leave['from'], count: number): never {
  throw new Leave(from, Number.isNaN(count) ? 2 : count);
}

async function missingBracket({ state }: RunningShell): Promise<number> {
  await state.process.write('stderr', `${state.name}: missing ]\n`);
  return 2;
}

async function test({ state }: RunningShell, words: readonly string[]): Promise<number> {
  try {
    return testWords(words, state.process) ? 0 : 1;
  } catch (error) {
    await state.process.write('stderr', `${state.name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

async function cd({ state: { process, name } }: RunningShell, words: readonly string[]): Promise<number> {
  const target = words.find((word) => !/^-[LP]$/.test(word)) ?? process.variables.get('HOME') ?? '/';
  const path = resolvePath(target === '-' ? (process.variables.get('OLDPWD') ?? '/') : target, process.folder);
  const { files } = process.settings;
  if (files.get(followLinks(files, path) ?? path)?.kind !== 'folder') {
    await process.write('stderr', `${name}: cd: can't cd to ${target}: No such file or directory\n`);
    return 2;
  }
  process.assign('OLDPWD', process.folder);
  process.folder = path;
  process.assign('PWD', path);
  if (target === '-') await process.write('stdout', `${path}\n`);
  return 0;
}

async function exportVariables({ state }: RunningShell, words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === '-p')
    for (const [name, value] of state.environment()) await state.process.write('stdout', `export ${name}='${value}'\n`);
  for (const word of words.filter((each) => !each.startsWith('-'))) {
    const [name, value] = splitOnce(word);
    if (word.includes('=')) state.process.assign(name, value);
    state.exported.add(name);
  }
  return 0;
}

function setOptions({ state }: RunningShell, words: readonly string[]): number {
  const rest = [...words];
  for (let word = rest[0]; word !== undefined && /^[-+]./.test(word) && word !== '--'; word = rest[0]) {
    rest.shift();
    const names = /^[-+]o$/.test(word)
      ? [optionName(rest.shift())]
      : [...word.slice(1)].flatMap((letter) => (letter === 'o' ? optionName(rest.shift()) : letter));
    for (const name of names) {
      if (word.startsWith('-')) state.options.add(name);
      else state.options.delete(name);
    }
  }
  const hasArguments = rest[0] === '--';
  if (hasArguments) rest.shift();
  if (rest.length > 0 || hasArguments) state.args = rest;
  return 0;
}

function optionName(long = ''): string {
  const letters: Readonly<Record<string, string>> = { errexit: 'e', nounset: 'u', xtrace: 'x' };
  return letters[long] ?? long;
}

async function source(shell: RunningShell, [file = '', ...args]: readonly string[]): Promise<number> {
  const { state } = shell;
  const { files } = state.process.settings;
  const folders = file.includes('/') ? [] : (state.process.variables.get('PATH') ?? '').split(':');
  const entry = [...folders.map((folder) => resolvePath(file, folder || '.')), resolvePath(file, state.process.folder)]
    .map((path) => files.get(followLinks(files, path) ?? path))
    .find((each) => each?.kind === 'file');
  if (entry?.kind !== 'file') throw new Error(`.: can't open '${file}': No such file or directory`);
  const before = state.args;
  if (args.length > 0) state.args = args;
  try {
    return await runText(shell, entry.data.toString());
  } catch (error) {
    if (error instanceof Leave && error.from === 'return') return error.count;
    throw error;
  } finally {
    state.args = before;
  }
}

/** Runs a text; one without commands succeeds. */
function runText(shell: RunningShell, text: string): Promise<number> | number {
  return text.split('\n').every((line) => /^\s*(#|$)/.test(line)) ? 0 : shell.run(text);
}

function setTraps({ state }: RunningShell, [script = '-', ...signals]: readonly string[]): number {
  for (const each of signals) {
    const signal = each === '0' ? 'EXIT' : signalName(each);
    state.trapScripts.delete(signal);
    state.process.traps.delete(signal);
    if (script === '-') continue;
    if (script !== '') state.trapScripts.set(signal, script);
    if (signal !== 'EXIT')
      state.process.traps.set(signal, script === '' ? undefined : () => void state.pendingTraps.push(signal));
  }
  return 0;
}

async function waitForJobs({ state }: RunningShell, words: readonly string[]): Promise<number> {
  const { jobs, pendingTraps } = state;
  const wanted = words.length === 0 ? jobs.all() : words.map((word) => jobs.find(word));
  let code = 0;
  for (const job of wanted) {
    if (job === undefined) {
      code = 127;
      continue;
    }
    const ended = await Promise.race([job.entry.ended, pendingTraps.next(), state.process.entry.ended]);
    // A signal with a script ends the wait; the script runs next.
    if (typeof ended === 'string') return 128 + (signalNumber(ended) ?? 0);
    jobs.forget(job);
    code = ended;
  }
  return words.length === 0 ? 0 : code;
}

async function listJobs({ state: { jobs, process } }: RunningShell, words: readonly string[]): Promise<number> {
  const all = jobs.all();
  for (const job of all) {
    const { number, entry } = job;
    const status = entry.hasEnded ? 'Done' : entry.stopped === undefined ? 'Running' : 'Stopped';
    const mark = job === all.at(-1) ? '+' : job === all.at(-2) ? '-' : ' ';
    const pid = words.includes('-l') ? `${entry.pid} ` : '';
    await process.write(
      'stdout',
      words.includes('-p') ? `${entry.pid}\n` : `[${number}]${mark}  ${pid}${status.padEnd(27)}\n`,
    );
    if (entry.hasEnded) jobs.forget(job);
  }
  return 0;
}

/** `kill` with the numbers of jobs. */
function killJobs({ state: { jobs, process, name } }: RunningShell, words: readonly string[]): Promise<number> {
  const pids = words.map((word) => (word.startsWith('%') ? String(jobs.find(word)?.entry.pid ?? word) : word));
  return kill(process, pids, name);
}

async function read({ state }: RunningShell, words: readonly string[]): Promise<number> {
  const names = words.filter((word) => !word.startsWith('-'));
  const isRaw = words.some((word) => /^-\w*r/.test(word));
  let line = await state.process.readLine();
  const isEnd = line === undefined || !line.endsWith('\n');
  line = (line ?? '').replace(/\n$/, '');
  const separators = state.value('IFS') ?? ' \t\n';
  const text = isRaw ? line : line.replaceAll(/\\(.)/g, '$1');
  const fields = separators === '' ? [text] : splitFields(text, separators, names.length);
  for (const [index, name] of (names.length === 0 ? ['REPLY'] : names).entries())
    state.process.assign(name, fields[index] ?? '');
  return isEnd ? 1 : 0;
}

/** Splits a line into at most `count` fields; the last one contains the rest. */
function splitFields(text: string, separators: string, count: number): string[] {
  const isSeparator = (letter: string | undefined): boolean => letter !== undefined && separators.includes(letter);
  const isBlank = (letter: string | undefined): boolean => isSeparator(letter) && /\s/.test(letter ?? '');
  let rest = text;
  while (isBlank(rest[0])) rest = rest.slice(1);
  const fields: string[] = [];
  while (fields.length < count - 1 && rest !== '') {
    const end = [...rest].findIndex((letter) => isSeparator(letter));
    fields.push(end < 0 ? rest : rest.slice(0, end));
    rest = end < 0 ? '' : rest.slice(end + 1);
    while (isBlank(rest[0])) rest = rest.slice(1);
  }
  while (isBlank(rest.at(-1))) rest = rest.slice(0, -1);
  return [...fields, rest];
}

/** `command -v NAME` and `type NAME` look programs up; `command NAME …` runs one. */
async function lookUp(shell: RunningShell, words: readonly string[]): Promise<number> {
  const { state } = shell;
  const { process } = state;
  const names = words.filter((word) => word !== '-v' && word !== '-V');
  const { files } = process.settings;
  const path = process.variables.get('PATH') ?? '';
  let code = 0;
  for (const name of names) {
    const isOwn = Object.hasOwn(shellBuiltins, name) || state.functions.has(name);
    const isFound = isOwn || process.programs.locate(name, files, process.folder, path).kind === 'found';
    if (isFound) await process.write('stdout', `${isOwn || name.includes('/') ? name : `/bin/${name}`}\n`);
    else code = 127;
  }
  return code;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
}
