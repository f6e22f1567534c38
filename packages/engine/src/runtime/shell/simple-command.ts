/** Runs simple commands: functions, builtins of the shell, and programs. */
import type { Command as SimpleCommand, Redirection } from 'unbash';
import { BrokenPipe } from '../process-streams.js';
import { shellBuiltins } from './builtins.js';
import { type ArrayArguments, assign, quotedWord } from './declarations.js';
import { redirect } from './redirect.js';
import { runProgram, type RunningShell } from './run-program.js';
import { Leave, leaveFor, type SavedVariable, type ShellFunction, type ShellState } from './shell-state.js';

/**
 * Runs a command: a function, a builtin, or a program.
 *
 * @param isLast whether the process ends with this command: a program takes the place of the shell then
 * @returns the exit code
 */
export async function runSimpleCommand(
  shell: RunningShell,
  { name, prefix, args, redirects }: SimpleCommand,
  isLast: boolean,
): Promise<number> {
  const { state } = shell;
  try {
    state.substitutionCode = 0;
    const words = name === undefined ? [] : [name, ...args.map(asWord)];
    const [command, ...rest] = await shell.expander.words(words);
    const assignments: [string, string][] = [];
    const before = command === undefined ? undefined : new Map<string, SavedVariable>();
    try {
      for (const each of prefix) {
        if (each.type !== 'Assignment') continue;
        if (each.value.type === 'Word') before?.set(each.name, before.get(each.name) ?? state.save(each.name));
        // Later ones see the earlier ones.
        const target = await assign(shell, each);
        if (each.value.type === 'Word') assignments.push([target, state.value(target) ?? '']);
      }
    } finally {
      for (const [each, saved] of before ?? []) state.restore(each, saved);
    }
    if (state.options.has('x')) await trace(state, assignments, command === undefined ? [] : [command, ...rest]);
    if (command === undefined) {
      const code = state.substitutionCode;
      return redirects.length === 0 ? code : await shell.redirected(redirects, () => Promise.resolve(code));
    }
    if (command === 'exec' && redirects.length > 0 && rest.length === 0) return await redirectAll(shell, redirects);
    const arrays: ArrayArguments = new Map(
      args.flatMap((each) =>
        each.type === 'Assignment' && each.value.type === 'ArrayValue'
          ? [[each.name, async () => void (await assign(shell, each))] as const]
          : [],
      ),
    );
    const expandsAliases = !state.isBash || state.options.has('expand_aliases');
    const alias = name?.text === command && expandsAliases ? state.aliases.get(command) : undefined;
    const run = (inner: RunningShell): Promise<number> =>
      alias === undefined
        ? execute(inner, [command, ...rest], { assignments, arrays, isLast })
        : runAlias(inner, command, alias, rest);
    return redirects.length === 0 ? await run(shell) : await shell.redirected(redirects, run);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof BrokenPipe) throw error;
    await shell.report(error);
    throw leaveFor(error, state);
  }
}

interface ExecuteOptions {
  readonly assignments?: readonly [string, string][];
  readonly arrays?: ArrayArguments;
  readonly isLast?: boolean;
  readonly skipsFunctions?: boolean;
}

export async function execute(
  shell: RunningShell,
  words: readonly string[],
  { assignments = [], arrays = new Map(), isLast = false, skipsFunctions = false }: ExecuteOptions,
): Promise<number> {
  const { state } = shell;
  const [name = '', ...args] = words;
  const called = skipsFunctions ? undefined : state.functions.get(name);
  if (called !== undefined) return call(shell, name, called, args, assignments);
  const builtin = Object.hasOwn(shellBuiltins, name) ? shellBuiltins[name] : undefined;
  if (builtin !== undefined) {
    const run = async (): Promise<number> => {
      try {
        return await builtin(shell, args, arrays);
      } catch (error) {
        // An error of a special builtin ends a shell, unless it is bash.
        if (!(error instanceof Error) || error instanceof BrokenPipe || (keeping.has(name) && !state.isBash))
          throw error;
        await shell.report(error);
        return state.isBash ? 1 : 2;
      }
    };
    if (!keeping.has(name)) return withVariables(state, assignments, run);
    for (const [variable, value] of assignments) state.assign(variable, value);
    return run();
  }
  return runProgram(shell, words, { assignments, isLast: isLast && state.trapScripts.size === 0 });
}

/** Runs the text of an alias with the words after it; its own first word is not that alias again. */
async function runAlias(shell: RunningShell, name: string, text: string, words: readonly string[]): Promise<number> {
  const { aliases } = shell.state;
  aliases.delete(name);
  try {
    return await shell.run([text, ...words.map(quotedWord)].join(' '));
  } finally {
    aliases.set(name, text);
  }
}

/** Prints what is run, as with `set -x`. */
function trace(state: ShellState, assignments: readonly [string, string][], words: readonly string[]): Promise<void> {
  const quoted = (text: string): string => (/^[\w%+,./:=@^-]+$/.test(text) ? text : quotedWord(text));
  const all = [...assignments.map(([name, value]) => `${name}=${quoted(value)}`), ...words.map(quoted)];
  return state.process.write('stderr', `${state.value('PS4') ?? '+ '}${all.join(' ')}\n`);
}

/** The builtins before which variables stay. */
const keeping: ReadonlySet<string> = new Set(
  ': . break continue eval exec exit export readonly return set shift trap unset'.split(' '),
);

/** Runs with variables that have their values of before afterwards. */
async function withVariables(
  state: ShellState,
  assignments: readonly [string, string][],
  run: (before: Map<string, SavedVariable>) => Promise<number>,
): Promise<number> {
  const before = new Map(assignments.map(([name]) => [name, state.save(name)]));
  for (const [name, value] of assignments) state.assign(name, value);
  try {
    return await run(before);
  } finally {
    for (const [name, saved] of before) state.restore(name, saved);
  }
}

async function call(
  shell: RunningShell,
  name: string,
  { body, source }: ShellFunction,
  words: readonly string[],
  assignments: readonly [string, string][],
): Promise<number> {
  const { state } = shell;
  const { args, callers, source: outer, position } = state;
  if (state.locals.length > 200) throw new Error('functions are nested too deeply');
  return withVariables(state, assignments, async (locals) => {
    state.args = words;
    state.callers = [name, ...callers];
    state.source = source;
    state.locals.push(locals);
    try {
      return body.type === 'CompoundList' ? await shell.statements(body.commands) : await shell.command(body);
    } catch (error) {
      if (error instanceof Leave && error.from === 'return') return (state.exitCode = error.count);
      throw error;
    } finally {
      state.args = args;
      state.callers = callers;
      state.source = outer;
      state.position = position;
      state.locals.pop();
    }
  });
}

/** `exec > file`: the redirections apply to the rest of the script. */
async function redirectAll(shell: RunningShell, redirects: readonly Redirection[]): Promise<number> {
  const { process } = shell.state;
  const streams = await redirect(redirects, process.streams, shell.expander, shell.state);
  Object.assign(shell.state, { process: process.withStreams(streams) });
  return 0;
}

function asWord(argument: SimpleCommand['args'][number]) {
  if (argument.type === 'Word') return argument;
  // An assignment among the arguments, such as in `export A=1`.
  const { text, pos, end, name, value, append } = argument;
  const prefix = value.type === 'ArrayValue' ? name : `${name}${append === true ? '+' : ''}=`;
  const parts = value.type === 'Word' ? (value.parts ?? [literal(value.value)]) : [];
  return {
    type: 'Word' as const,
    text,
    value: text,
    pos,
    end,
    parts: [literal(prefix), { type: 'DoubleQuoted' as const, pos, end, text, parts: parts as never }],
  };

  function literal(value_: string) {
    return { type: 'Literal' as const, pos, end, value: value_, text: value_ };
  }
}
