/** What the commands of a shell use of the shell that runs them. */
import type { CommandNode, Redirection, Statement } from 'unbash';
import type { Expander } from './expand.js';
import type { ShellState } from './shell-state.js';

export interface RunningShell {
  readonly state: ShellState;
  readonly expander: Expander;
  /** Parses and runs a script. @returns the exit code */
  run(source: string, isLast?: boolean): Promise<number>;
  statements(statements: readonly Statement[], isLast?: boolean): Promise<number>;
  command(node: CommandNode, isLast?: boolean): Promise<number>;
  /** Runs with redirections. */
  redirected(redirections: readonly Redirection[], action: (shell: RunningShell) => Promise<number>): Promise<number>;
  report(error: unknown): Promise<void>;
}
