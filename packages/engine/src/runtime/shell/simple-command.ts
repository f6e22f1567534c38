/** Runs simple commands: functions, builtins of the shell, and programs. */
import type { Command as SimpleCommand, CommandNode, CompoundList, Redirection } from 'unbash';
import { BrokenPipe } from '../process-streams.js';
import { shellBuiltins } from './builtins.js';
import { redirect } from './redirect.js';
import { runProgram, type RunningShell } from './run-program.js';
import { Leave } from './shell-state.js';

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
    for (const each of prefix) {
      if (each.type !== 'Assignment' || each.value.type !== 'Word') continue;
      const value = await shell.expander.text(each.value);
      const whole = each.append === true ? `${state.value(each.name) ?? ''}${value}` : value;
      // Later ones see the earlier ones.
      if (command === undefined) state.process.assign(each.name, whole);
      else assignments.push([each.name, whole]);
    }
    if (command === undefined) {
      const code = state.substitutionCode;
      return redirects.length === 0 ? code : shell.redirected(redirects, () => Promise.resolve(code));
    }
    if (state.options.has('x')) await state.process.write('stderr', `+ ${[command, ...rest].join(' ')}\n`);
    if (command === 'exec' && redirects.length > 0 && rest.length === 0) return await redirectAll(shell, redirects);
    const run = (inner: RunningShell): Promise<number> => execute(inner, [command, ...rest], assignments, isLast);
    return redirects.length === 0 ? await run(shell) : await shell.redirected(redirects, run);
  } catch (error) {
    if (error instanceof Leave || error instanceof BrokenPipe) throw error;
    await shell.report(error);
    // An error of an expansion ends a shell that is not interactive.
    throw new Leave('exit', 2);
  }
}

async function execute(
  shell: RunningShell,
  words: readonly string[],
  assignments: readonly [string, string][],
  isLast: boolean,
): Promise<number> {
  const { state } = shell;
  const [name = '', ...args] = words;
  const body = state.functions.get(name);
  if (body !== undefined) return call(shell, body, args, assignments);
  const builtin = Object.hasOwn(shellBuiltins, name) ? shellBuiltins[name] : undefined;
  if (builtin !== undefined) {
    const run = async (): Promise<number> => builtin(shell, args);
    if (!keeping.has(name)) return withVariables(shell, assignments, run);
    for (const [variable, value] of assignments) state.process.assign(variable, value);
    return run();
  }
  return runProgram(shell, words, { assignments, isLast: isLast && state.trapScripts.size === 0 });
}

/** The builtins before which variables stay. */
const keeping: ReadonlySet<string> = new Set(
  ': . break continue eval exec exit export readonly return set shift trap unset'.split(' '),
);

/** Runs with variables that have their values of before afterwards. */
async function withVariables(
  { state: { process } }: RunningShell,
  assignments: readonly [string, string][],
  run: (before: Map<string, string | undefined>) => Promise<number>,
): Promise<number> {
  const before = new Map(assignments.map(([name]) => [name, process.variables.get(name)]));
  for (const [name, value] of assignments) process.assign(name, value);
  try {
    return await run(before);
  } finally {
    for (const [name, value] of before)
      if (value === undefined) process.variables.delete(name);
      else process.assign(name, value);
  }
}

async function call(
  shell: RunningShell,
  body: CommandNode | CompoundList,
  words: readonly string[],
  assignments: readonly [string, string][],
): Promise<number> {
  const { state } = shell;
  const { args } = state;
  if (state.locals.length > 200) throw new Error('functions are nested too deeply');
  return withVariables(shell, assignments, async (locals) => {
    state.args = words;
    state.locals.push(locals);
    try {
      return body.type === 'CompoundList' ? await shell.statements(body.commands) : await shell.command(body);
    } catch (error) {
      if (error instanceof Leave && error.from === 'return') return (state.exitCode = error.count);
      throw error;
    } finally {
      state.args = args;
      state.locals.pop();
    }
  });
}

/** `exec > file`: the redirections apply to the rest of the script. */
async function redirectAll(shell: RunningShell, redirects: readonly Redirection[]): Promise<number> {
  const { process } = shell.state;
  const streams = await redirect(redirects, process.streams, shell.expander, process);
  Object.assign(shell.state, { process: process.withStreams(streams) });
  return 0;
}

function asWord(argument: SimpleCommand['args'][number]) {
  if (argument.type === 'Word') return argument;
  // An assignment among the arguments, such as in `export A=1`.
  const { text, pos, end, name, value, append } = argument;
  const prefix = `${name}${append === true ? '+' : ''}=`;
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
