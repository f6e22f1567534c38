/** The command line: which commands there are, and what their ends mean to the shell. */
import { Command, CommanderError } from 'commander';
import { LadingError, sentence } from '../diagnostics/index.js';
import { applyCommand } from './commands/apply.js';
import { bumpCommand } from './commands/bump.js';
import { bundleCommand } from './commands/bundle.js';
import { checkReleasedCommand } from './commands/check-released.js';
import { deriveCommand } from './commands/derive.js';
import { diffCommand } from './commands/diff.js';
import { generateCommand } from './commands/generate.js';
import { initCommand } from './commands/init.js';
import { irCommand } from './commands/ir.js';
import { lintCommand } from './commands/lint.js';
import { rebaseCommand } from './commands/rebase.js';
import { exitCodes } from './exit-codes.js';
import { generatorVersion } from './repository.js';
import { rejectExtraArguments } from './reject-extra-arguments.js';

/** Runs one command line and says how it ended. */
export async function main(args: readonly string[]): Promise<number> {
  const program = new Command('lading')
    .description('Generates versioned bindings from documents of the HTTP APIs')
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
  for (const add of [
    initCommand,
    generateCommand,
    diffCommand,
    deriveCommand,
    applyCommand,
    lintCommand,
    bundleCommand,
    bumpCommand,
    checkReleasedCommand,
    irCommand,
    rebaseCommand,
  ])
    add(program, ended);
  try {
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
