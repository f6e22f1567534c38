/** `lading completion`: a script that completes commands, options and files in a shell. */
import { Argument, type Command } from 'commander';
import { completionScripts, wordsOf } from '../completion/index.js';

const examples = `
Examples:
  $ source <(lading completion bash)                                        in ~/.bashrc
  $ source <(lading completion zsh)                                         in ~/.zshrc, after compinit
  $ lading completion fish > ~/.config/fish/completions/lading.fish         once`;

export function completionCommand(program: Command, _ended: (code: number) => void): void {
  program
    .command('completion')
    .description('Print a script that completes commands, options and file names in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(completionScripts)))
    .addHelpText('after', examples)
    .action(async (shell: string) => {
      // Only this command needs all others.
      const { fullProgram } = await import('../command-table.js');
      process.stdout.write(completionScripts[shell]?.(wordsOf(await fullProgram())) ?? '');
    });
}
