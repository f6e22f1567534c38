/** The commands that belong to the shell itself. */
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { readInput } from '../commands/command.js';
import { modeOf } from '../commands/files/mode.js';
import { OutputBuffer } from '../process-streams.js';
import { locate } from '../run-program.js';
import { limitOf } from '../resource-limits.js';
import { splitOnce } from '../../values/environment.js';
import { evaluate } from './arithmetic.js';
import { type ArrayArguments, declare, quotedWord, unset } from './declarations.js';
import { getopts } from './getopts.js';
import { killJobs, listJobs, setTraps, waitForJobs } from './jobs.js';
import { setOptions, shopt } from './options.js';
import { read, readLines } from './read-input.js';
import { ownCommands, runProgram, type RunningShell } from './run-program.js';
import { Leave } from './shell-state.js';
import { testWords } from './test-command.js';

type Builtin = (shell: RunningShell, words: readonly string[], arrays: ArrayArguments) => Promise<number> | number;

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
  export: (...args) => declare('export', ...args),
  readonly: (...args) => declare('readonly', ...args),
  local: (...args) => declare('local', ...args),
  declare: (...args) => declare('declare', ...args),
  typeset: (...args) => declare('typeset', ...args),
  unset,
  let({ state }, words) {
    if (words.length === 0) throw new Error('let: expression expected');
    return words.map((word) => evaluate(word, state)).at(-1) === 0n ? 1 : 0;
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
  mapfile: readLines,
  readarray: readLines,
  umask,
  alias,
  unalias({ state: { aliases } }, words) {
    if (words[0] === '-a') aliases.clear();
    return words.filter((word) => word !== '-a' && !aliases.delete(word)).length > 0 ? 1 : 0;
  },
  shopt,
  printf: assignPrinted,
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
  command(shell, words) {
    const names = words.filter((word, index) => index > 1 || !/^-[pvV]+$/.test(word));
    const letters = words.slice(0, words.length - names.length).join('');
    if (/[vV]/.test(letters)) return lookUp(shell, names, letters.includes('V') ? 'sentence' : 'name');
    return names.length === 0 ? 0 : shell.runWords(names);
  },
  builtin: (shell, words) =>
    Object.hasOwn(shellBuiltins, words[0] ?? '') || ownCommands.has(words[0] ?? '')
      ? shell.runWords(words)
      : fail(`builtin: ${words[0]}: not a shell builtin`),
  type: (shell, words) =>
    words[0] === '-t' ? lookUp(shell, words.slice(1), 'kind') : lookUp(shell, words, 'sentence'),
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

function fail(message: string): never {
  throw new Error(message);
}

async function umask({ state: { process } }: RunningShell, words: readonly string[]): Promise<number> {
  const { entry } = process;
  const [mode] = words.filter((word) => word !== '-S');
  if (mode === undefined) await process.write('stdout', `${entry.umask.toString(8).padStart(4, '0')}\n`);
  else
    entry.umask = /^[0-7]{1,4}$/.test(mode)
      ? Number.parseInt(mode, 8)
      : ~modeOf(mode, ~entry.umask & 0o777, true) & 0o777;
  return 0;
}

/** `alias [NAME[=TEXT]…]`. */
async function alias({ state }: RunningShell, words: readonly string[]): Promise<number> {
  let code = 0;
  for (const word of words.length > 0 ? words : state.aliases.keys()) {
    const [name, text] = splitOnce(word);
    const found = state.aliases.get(name);
    if (word.includes('=')) state.aliases.set(name, text);
    else if (found !== undefined) await state.process.write('stdout', `${name}=${quotedWord(found)}\n`);
    else code = 1;
    if (code === 1 && !word.includes('=') && found === undefined)
      await state.process.write('stderr', `${state.name}: alias: ${name}: not found\n`);
  }
  return code;
}

/** `printf -v NAME FORMAT …` assigns what it would print. */
async function assignPrinted(shell: RunningShell, words: readonly string[]): Promise<number> {
  const [option, name = '', ...rest] = words;
  const { state } = shell;
  if (option !== '-v') return runProgram(shell, ['printf', ...words], { isLast: false });
  const output = new OutputBuffer();
  const process = state.process.withStreams({ ...state.process.streams, stdout: output.sink });
  const program = locate(process, 'printf');
  const code = program.kind === 'found' ? await program.run(process, rest) : 127;
  state.assign(name, output.toString());
  return code;
}

async function source(shell: RunningShell, [file = '', ...args]: readonly string[]): Promise<number> {
  const { state } = shell;
  if (file === '/dev/stdin') return runText(shell, (await readInput(state.process)).toString());
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

const keywords: ReadonlySet<string> = new Set(
  '! case do done elif else esac fi for if in then until while { }'.split(' '),
);

/** `command -v NAME` and `type NAME` look programs up; `type -t NAME` prints their kinds, and `command -V NAME` sentences. */
async function lookUp(
  { state }: RunningShell,
  names: readonly string[],
  form: 'name' | 'kind' | 'sentence',
): Promise<number> {
  const { process } = state;
  const { files } = process.settings;
  const path = process.variables.get('PATH') ?? '';
  let code = 0;
  for (const name of names) {
    const alias = state.aliases.get(name);
    const place = name.includes('/') ? name : `/bin/${name}`;
    const found = (): boolean => process.programs.locate(name, files, process.folder, path).kind === 'found';
    const [kind, sentence, text] =
      alias !== undefined
        ? ['alias', `an alias for ${alias}`, `alias ${name}=${quotedWord(alias)}`]
        : keywords.has(name)
          ? ['keyword', 'a shell keyword', name]
          : state.functions.has(name)
            ? ['function', 'a function', name]
            : Object.hasOwn(shellBuiltins, name) || ownCommands.has(name)
              ? ['builtin', 'a shell builtin', name]
              : found()
                ? ['file', place, place]
                : [];
    if (kind === undefined) code = state.isBash ? 1 : 127;
    const printed =
      kind === undefined
        ? form === 'sentence' && `${name}: not found`
        : form === 'name'
          ? text
          : form === 'kind'
            ? kind
            : `${name} is ${sentence}`;
    if (typeof printed === 'string') await process.write('stdout', `${printed}\n`);
  }
  return code;
}
