/** What tests run: a reference engine on a socket of its own, and the product's command line, of the releases in the engines' trees. */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { startEngine } from '@lading/engine';
import { defaultHome, treeProgram } from '../../conformance/drivers/engine-tree.js';

export { defaultHome as home };

interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without input to its end. */
export function ended(
  program: string,
  words: readonly string[],
  options: ExecFileOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const limits = { timeout: 30_000, killSignal: 'SIGKILL', maxBuffer: 2 ** 26 } as const;
    const child = execFile(program, words, { ...limits, ...options, encoding: 'utf8' }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

interface Release {
  readonly name: string;
  /** The newest API version that it supports. */
  readonly api: string;
  readonly title: string;
  readonly isAvailable: boolean;
}

export const releases: readonly Release[] = [
  { name: '20.10', api: '1.41' },
  { name: '26.1', api: '1.44' },
].map((release) => {
  const isAvailable = existsSync(join(defaultHome, release.name, 'usr/bin/docker'));
  const title = `command line ${release.name}${isAvailable ? '' : ' (SKIPPED: it is not installed)'}`;
  const missing = `there is no command line ${release.name} in ${defaultHome}`;
  if (!isAvailable && process.env['LADING_ENGINES_REQUIRED'] === '1') throw new Error(missing);
  if (!isAvailable) console.warn(`SKIPPED: ${missing}`);
  return { ...release, title, isAvailable };
});

/** Runs the command line of a release with an engine. */
export async function runDocker(
  { name }: Release,
  { folder, host }: Pick<ServerScene, 'folder' | 'host'>,
  words: readonly string[],
): Promise<ProgramResult> {
  const [file, ...before] = treeProgram(join(defaultHome, name), 'usr/bin/docker');
  const config = join(folder, 'config');
  mkdirSync(config, { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: config, DOCKER_CONFIG: config, DOCKER_HOST: host };
  return ended(file, [...before, ...words], { cwd: folder, env });
}

/** A reference engine on a separate socket. */
export interface ServerScene {
  readonly folder: string;
  /** The address of the socket: `unix://…`. */
  readonly host: string;
  close(): Promise<void>;
}

/** Starts an engine whose responses are checked against the contract. @returns it, with a folder */
export async function openScene(): Promise<ServerScene> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const host = `unix://${join(folder, 'engine.sock')}`;
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  // Engines of several scenes publish the same ports.
  const engine = await startEngine({ host, api: '1.24-1.44', publishPorts: false, checkResponses: true, onError });
  return {
    folder,
    host,
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
      if (errors.length > 0) throw new AggregateError(errors, 'the engine had errors');
    },
  };
}
