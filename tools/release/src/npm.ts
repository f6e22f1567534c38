/** The npm at hand, which knows the user's registry and how to prove who publishes. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PublishError } from './publish-error.js';

const execute = promisify(execFile);

/** What npm says on its output. @throws PublishError NPM_FAILED with what it says of the failure */
export async function npm(args: readonly string[], folder: string): Promise<string> {
  try {
    const { stdout } = await execute('npm', [...args, '--loglevel=error'], { cwd: folder, maxBuffer: 64 << 20 });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new PublishError('NPM_FAILED', `npm ${args.slice(0, 2).join(' ')} failed:\n${said.trim()}`);
  }
}

/** The registry that npm would publish to. */
export async function usualRegistry(root: string): Promise<string> {
  return (await npm(['config', 'get', 'registry'], root)).trim();
}

/** The options that send a command to a registry, whatever the user's settings say of our scope. */
export function toRegistry(registry: string): readonly string[] {
  return [`--registry=${registry}`, `--@lading:registry=${registry}`];
}
