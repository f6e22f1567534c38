// Functions that the commands of package.json share: running a step, installing missing dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The module of Nx: on Windows, programs in `.bin` are scripts of its shell, which cannot be started directly. */
export const nxModule = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');

/** Runs a command in the root of the repository; ends the process if it fails. @param {string} command @param {readonly string[]} args */
export function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * No process remains, and the tests of a project have one worker: Nx runs two projects at a time, and a second worker would load and
 * transform all modules of its project once more.
 */
export const nxEnvironment = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', VITEST_MAX_WORKERS: '1' };

/** Runs Nx. Failed tests are named once more at the end, as output of other projects may follow theirs. @param {readonly string[]} args */
export function nx(...args) {
  const failures = mkdtempSync(join(tmpdir(), 'lading-failures-'));
  const env = { ...process.env, ...nxEnvironment, LADING_FAILURES: failures };
  const { status, error } = spawnSync(process.execPath, [nxModule, ...args], { cwd: root, stdio: 'inherit', env });
  const failed = readdirSync(failures).map((file) => readFileSync(join(failures, file), 'utf8'));
  rmSync(failures, { recursive: true });
  if (error) process.stderr.write(`nx: ${error.message}\n`);
  if (failed.length > 0) process.stderr.write(`Failed tests:\n\n${failed.join('\n')}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Installs the dependencies if they are missing or older than the lock file. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Lading needs Node 20.19 or newer; this is ${process.versions.node}.\n`);
    process.exit(1);
  }
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  process.stdout.write('Installing dependencies …\n');
  // npm runs this program, and names its module.
  const npm = process.env['npm_execpath'];
  /** @type {readonly [string, ...string[]]} */
  const command = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm'];
  run(...command, 'ci', '--no-audit', '--no-fund', '--loglevel=error');
}
