/** The commands of `lading`. */
import { Command } from 'commander';

/** Adds a command to the program. The command reports its exit code with `ended`. */
export type AddCommand = (program: Command, ended: (code: number) => void) => void;

/** The commands in the order of the help. A command is loaded when it is needed, with the part of the generator that it uses. */
export const commandTable: Readonly<Record<string, () => Promise<AddCommand>>> = {
  init: async () => (await import('./commands/init.js')).initCommand,
  generate: async () => (await import('./commands/generate.js')).generateCommand,
  fetch: async () => (await import('./commands/fetch.js')).fetchCommand,
  docs: async () => (await import('./commands/docs.js')).docsCommand,
  diff: async () => (await import('./commands/diff.js')).diffCommand,
  derive: async () => (await import('./commands/derive.js')).deriveCommand,
  apply: async () => (await import('./commands/apply.js')).applyCommand,
  lint: async () => (await import('./commands/lint.js')).lintCommand,
  bundle: async () => (await import('./commands/bundle.js')).bundleCommand,
  bump: async () => (await import('./commands/bump.js')).bumpCommand,
  'check-released': async () => (await import('./commands/check-released.js')).checkReleasedCommand,
  ir: async () => (await import('./commands/ir.js')).irCommand,
  rebase: async () => (await import('./commands/rebase.js')).rebaseCommand,
  completion: async () => (await import('./commands/completion.js')).completionCommand,
};

/** Returns a program with all commands, to be described and not to be run. */
export async function fullProgram(): Promise<Command> {
  const program = new Command('lading').version('').exitOverride();
  for (const load of Object.values(commandTable)) (await load())(program, () => {});
  return program;
}
