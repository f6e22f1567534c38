/** Runs the installed npm, with the user's registry and credentials. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { npmCommand } from './npm-command.js';
import { PublishError } from './publish-error.js';

const execute = promisify(execFile);

/** Runs npm and returns its output. @throws PublishError NPM_FAILED with its error output */
export async function npm(args: readonly string[], folder: string): Promise<string> {
  try {
    const [program, ...first] = npmCommand();
    const all = [...first, ...args, '--loglevel=error'];
    const { stdout } = await execute(program, all, { cwd: folder, maxBuffer: 64 << 20 });
    return stdout;
  } catch (error) {
    const errorOutput = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new PublishError('NPM_FAILED', `npm ${args.slice(0, 2).join(' ')} failed:\n${errorOutput.trim()}`);
  }
}

/** The registry of the npm configuration. */
export async function usualRegistry(root: string): Promise<string> {
  return (await npm(['config', 'get', 'registry'], root)).trim();
}

/** The options that select a registry, also for the scope `@lading`, regardless of the user's configuration. */
export function toRegistry(registry: string): readonly string[] {
  return [`--registry=${registry}`, `--@lading:registry=${registry}`];
}
