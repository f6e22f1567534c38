/** Runs the programs of a script. */
import { BrokenPipe } from '../process-streams.js';
import { locate, runChild, runInstead } from '../run-program.js';
import type { RunningShell } from './running-shell.js';
import { Leave } from './shell-state.js';

/** The commands that shells have themselves, so that no process is created for them. */
const ownCommands: ReadonlySet<string> = new Set(['echo', 'printf', 'pwd']);

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
    const [reason, code] = program.kind === 'denied' ? ['Permission denied', 126] : ['not found', 127];
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
