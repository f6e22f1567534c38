/** Runs a command line and maps its result to an exit code. */
import { Command, CommanderError } from 'commander';
import { LadingError, sentence } from '../diagnostics/index.js';
import { commandTable } from './command-table.js';
import { exitCodes } from './exit-codes.js';
import { generatorVersion } from './repository.js';
import { rejectExtraArguments } from './reject-extra-arguments.js';

/** Runs one command line. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('lading')
    .description('Generates versioned TypeScript packages from OpenAPI and Swagger documents')
    .version(generatorVersion())
    .showHelpAfterError('(lading --help lists the commands)')
    // rejectExtraArguments reports them with a suggestion.
    .allowExcessArguments()
    .hook('preAction', (_program, command) => rejectExtraArguments(command))
    .exitOverride();
  let code: number = exitCodes.done;
  const ended = (result: number) => {
    code = result;
  };
  if (args.length > 0) for (const load of wantedBy(args)) (await load())(program, ended);
  try {
    if (args.length === 0) {
      const { nextStepText } = await import('./next-step.js');
      process.stderr.write(nextStepText());
      return exitCodes.usage;
    }
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, args.includes('--json'));
  }
}

function failed(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  if (!(error instanceof LadingError)) throw error;
  process.stderr.write(json ? `${JSON.stringify({ problem: error.problem })}\n` : `${sentence(error.problem)}\n`);
  return error.problem.code === 'USAGE' ? exitCodes.usage : exitCodes.problem;
}

/** Returns the command that is named first, or all commands, which the help and the suggestion for a misspelled name list. */
function wantedBy([first = '']: readonly string[]) {
  const load = Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  return load === undefined ? Object.values(commandTable) : [load];
}
