/** Runs command lines in separate folders, one after the other in one process, which saves starting one for each. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProcessResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

let child: ChildProcess | undefined;

/** What `lading` with these words prints and ends with in the folder. */
export function ladingIn(folder: string, ...args: readonly string[]): Promise<ProcessResult> {
  child ??= begun();
  const running = child;
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) =>
      reject(new Error(`lading ${args.join(' ')} ended its process with ${code}`));
    running.once('exit', failed);
    running.once('message', (result) => {
      running.off('exit', failed);
      resolve(result as ProcessResult);
    });
    running.send({ folder, args });
  });
}

/** Not on a terminal; it ends with this process. */
function begun(): ChildProcess {
  const program = fileURLToPath(new URL('./lading-process.mjs', import.meta.url));
  const started = fork(program, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  started.stderr?.pipe(process.stderr);
  started.once('exit', () => (child = undefined));
  return started;
}
