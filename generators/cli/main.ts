/** The command line: which commands there are, and what their ends mean to the shell. */
import { Command, CommanderError } from 'commander';
import { LadingError, sentence } from '../diagnostics/index.js';
import { exitCodes } from './exit-codes.js';
import { generatorVersion } from './repository.js';
import { rejectExtraArguments } from './reject-extra-arguments.js';

type AddCommand = (program: Command, ended: (code: number) => void) => void;

/** The commands in the order of the help. Each is loaded when it is wanted, with the part of the generator that it needs. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./commands/init.js')).initCommand,
  generate: async () => (await import('./commands/generate.js')).generateCommand,
  diff: async () => (await import('./commands/diff.js')).diffCommand,
  derive: async () => (await import('./commands/derive.js')).deriveCommand,
  apply: async () => (await import('./commands/apply.js')).applyCommand,
  lint: async () => (await import('./commands/lint.js')).lintCommand,
  bundle: async () => (await import('./commands/bundle.js')).bundleCommand,
  bump: async () => (await import('./commands/bump.js')).bumpCommand,
  'check-released': async () => (await import('./commands/check-released.js')).checkReleasedCommand,
  ir: async () => (await import('./commands/ir.js')).irCommand,
  rebase: async () => (await import('./commands/rebase.js')).rebaseCommand,
};

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
  for (const load of wantedBy(args)) (await load())(program, ended);
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

/** The one command that is named first; all of them where the help or a spelling mistake may have to list them. */
function wantedBy([first = '']: readonly string[]) {
  const load = Object.hasOwn(commands, first) ? commands[first] : undefined;
  return load === undefined ? Object.values(commands) : [load];
}
