/** Runs the installed npm, with the user's registry and credentials, and the errors that prevent a release. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

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

/** Runs a function with a folder that exists until it ends. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  return use(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

/** The registry of the npm configuration. */
export async function usualRegistry(root: string): Promise<string> {
  return (await npm(['config', 'get', 'registry'], root)).trim();
}

/** The options that select a registry, also for the scope `@lading`, regardless of the user's configuration. */
export function toRegistry(registry: string): readonly string[] {
  return [`--registry=${registry}`, `--@lading:registry=${registry}`];
}

/** Returns the module of npm, run by this Node, or the command `npm`: on Windows that is a script of its shell, which cannot be started directly. */
export function npmCommand(
  environment: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
): readonly [program: string, ...first: string[]] {
  const module = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const installed = [join(dirname(node), module), join(dirname(node), '..', 'lib', module)];
  const candidates = [environment['npm_execpath'] ?? '', ...installed];
  const found = candidates.find((file) => /npm-cli\.js$/.test(file) && existsSync(file));
  return found === undefined ? ['npm'] : [node, found];
}

/** The codes of errors that prevent a release. */
type PublishErrorCode =
  | 'NPM_FAILED'
  | 'MANIFEST_INVALID'
  | 'NEEDS_GROUP'
  | 'NO_BUILD'
  | 'NO_CHANGE_ENTRY'
  | 'NO_REPOSITORY'
  | 'RANGE_TOO_OLD'
  | 'REGISTRY_FAILED'
  | 'RELEASED_CHANGED'
  | 'UNKNOWN_GROUP'
  | 'UPLOAD_STOPPED'
  | 'VERSION_TAKEN';

/** An error that prevents a release; the message states its subject and the remedy, without secrets of URLs and control sequences of others. */
export class PublishError extends Error {
  override readonly name = 'PublishError';

  constructor(
    readonly code: PublishErrorCode,
    message: string,
  ) {
    super(withoutSecrets(message).replaceAll(/(?!\n)\p{Cc}/gu, '\u{FFFD}'));
  }
}

/** Returns a text without the users of its URLs, and without their queries and anchors: npm masks passwords, but no tokens in queries. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>]+/gi, (url) =>
    url.replaceAll(/\/\/[^/]*@/g, '//…@').replace(/([?#])[^]*$/, '$1…'),
  );
}
