/** Runs programs: in the process that asks for it, or in a child of it. */
import type { Command, ForkOptions, LocatedProgram, ProcessContext } from './process-context.js';
import { BrokenPipe } from './process-streams.js';

/** The exit code of a program whose output nobody reads any more: that of SIGPIPE. */
export const brokenPipeCode = 141;

/** Finds a program with the path and the folder of a process. */
export function locate(process: ProcessContext, name: string, variables = process.variables): LocatedProgram {
  return process.programs.locate(name, process.settings.files, process.folder, variables.get('PATH') ?? '');
}

/** Runs to the end of the action, or of the process. @returns the exit code */
export async function runToEnd(process: ProcessContext, action: () => Promise<number> | number): Promise<number> {
  const { entry } = process;
  try {
    // A program that does not notice its end is left alone.
    const code = await Promise.race([entry.ended, action()]);
    entry.end(code);
  } catch (error) {
    entry.end(error instanceof BrokenPipe ? brokenPipeCode : 1);
    throw error;
  }
  return entry.ended;
}

/** Runs a program in a child process. @returns the exit code */
export function runChild(
  parent: ProcessContext,
  run: Command,
  command: readonly string[],
  options: Omit<ForkOptions, 'command'> = {},
): Promise<number> {
  const child = parent.fork({ ...options, command });
  return runToEnd(child, () => run(child, command.slice(1)));
}

/** Runs a program instead of the one that the process runs. @returns the exit code */
export function runInstead(
  process: ProcessContext,
  run: Command,
  command: readonly string[],
  variables = process.variables,
): Promise<number> | number {
  process.entry.execute(command);
  process.table.replaced(process.entry);
  const replaced = process.withStreams(process.streams, variables);
  process.entry.visible = replaced;
  return run(replaced, command.slice(1));
}
