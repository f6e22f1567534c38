/** Runs the programs of a script. */
import { BrokenPipe } from '../process-streams.js';
import { locate, runChild, runInstead } from '../run-program.js';
import { Leave, type ShellState } from './shell-state.js';
import type { CommandNode, Redirection, Statement } from 'unbash';
import type { Expander } from './expand.js';

/** The commands that shells have themselves, so that no process is created for them. */
export const ownCommands: ReadonlySet<string> = new Set(['echo', 'printf', 'pwd']);

/** Runs a program with the exported variables. @returns the exit code */
export async function runProgram(
  { state }: RunningShell,
  command: readonly string[],
  { assignments = [], isLast }: { readonly assignments?: readonly [string, string][]; readonly isLast: boolean },
): Promise<number> {
  const { process } = state;
  const [name = '', ...words] = command;
  const variables = state.environment();
  for (const [variable, value] of assignments) variables.set(variable, value);
  const program = locate(process, name, variables);
  if (program.kind !== 'found') {
    const missing = !state.isBash
      ? 'not found'
      : name.includes('/')
        ? 'No such file or directory'
        : 'command not found';
    const [reason, code] = program.kind === 'denied' ? ['Permission denied', 126] : [missing, 127];
    await process.write('stderr', `${state.name}: ${name}: ${reason}\n`);
    return Number(code);
  }
  try {
    if (ownCommands.has(name)) return await program.run(process.withStreams(process.streams, variables), words);
    if (isLast) return await runInstead(process, program.run, command, variables);
    return await runChild(process, program.run, command, { variables });
  } catch (error) {
    if (error instanceof Leave || error instanceof BrokenPipe) throw error;
    await process.write('stderr', `${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** What the commands of a shell use of the shell that runs them. */
export interface RunningShell {
  readonly state: ShellState;
  readonly expander: Expander;
  /** Parses and runs a script. @returns the exit code */
  run(source: string, isLast?: boolean): Promise<number>;
  statements(statements: readonly Statement[], isLast?: boolean): Promise<number>;
  command(node: CommandNode, isLast?: boolean): Promise<number>;
  /** Runs a builtin or a program, and no function. @returns the exit code */
  runWords(words: readonly string[]): Promise<number>;
  /** Runs with redirections. */
  redirected(redirections: readonly Redirection[], action: (shell: RunningShell) => Promise<number>): Promise<number>;
  report(error: unknown): Promise<void>;
}
