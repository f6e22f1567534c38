/** One line on the terminal that names the step which is running. */
import { clearLine, cursorTo } from 'node:readline';

/** Shows a message in place of the previous one. */
export type ShowProgress = (message: string) => void;

interface ProgressOptions {
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * Runs a command that reports its progress. The line is removed when the command ends, also when it fails.
 * Nothing is shown if the standard error stream is not a terminal, or with `--quiet` or `--json`.
 */
export async function withProgress<T>(
  { json, quiet }: ProgressOptions,
  run: (show: ShowProgress) => T | Promise<T>,
): Promise<T> {
  const stream = process.stderr;
  if (json === true || quiet === true || !stream.isTTY) return run(() => undefined);
  const clear = () => {
    cursorTo(stream, 0);
    clearLine(stream, 1);
  };
  try {
    return await run((message) => {
      clear();
      // A longer line would wrap, and only its last row would be removed.
      stream.write(`${message} …`.slice(0, (stream.columns || 80) - 1));
    });
  } finally {
    clear();
  }
}
