/** The end of a shell and of a subshell: the script of its EXIT trap, and its exit code. */
import type { RunningShell } from './run-program.js';
import { Leave } from './shell-state.js';

/**
 * Runs the script of the EXIT trap after the commands of a shell; it may exit with another code.
 *
 * @param running the commands
 * @returns the exit code
 */
export async function toExit(shell: RunningShell, running: Promise<number>): Promise<number> {
  const { state } = shell;
  const code = await running.catch((error: unknown) => {
    if (error instanceof Leave) return error.from === 'break' || error.from === 'continue' ? 0 : error.count;
    throw error;
  });
  const script = state.trapScripts.get('EXIT');
  if (script === undefined || state.process.killed.aborted) return code;
  state.trapScripts.delete('EXIT');
  state.exitCode = state.trapCode = code;
  try {
    await shell.run(script);
  } catch (error) {
    if (!(error instanceof Leave)) throw error;
    if (error.from === 'exit') return error.count;
  }
  return code;
}
