/** What tests run: a reference engine on a socket of its own, and the product's command line, of the releases in the engines' trees. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { RecordingDriver, createEngine } from '@lading/engine';
import { type ServerOptions, createServerV144 } from '@lading/server';
import { defaultHome } from '../../conformance/drivers/engine-tree.js';

export { defaultHome as home };

/** The command of a program, to be followed by its arguments. @param path its path in the tree: `usr/bin/docker` */
function treeProgram(tree: string, path: string): readonly [string, ...string[]] {
  const root = join(defaultHome, tree);
  const libraries = join(root, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
  const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
  const program = join(root, path);
  return existsSync(loader) ? [loader, '--library-path', libraries, program] : [program];
}

interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for a program to end. @param patience milliseconds after which it is killed */
export async function ended(child: ChildProcess, input?: string, patience = 30_000): Promise<ProgramResult> {
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin?.on('error', () => undefined);
  if (input !== undefined) child.stdin?.end(input);
  const timer = setTimeout(() => child.kill('SIGKILL'), patience);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  clearTimeout(timer);
  return { code, stdout, stderr };
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

export class CommandLine {
  readonly #release: Release;
  readonly #scene: ServerScene;

  constructor(release: Release, scene: ServerScene) {
    this.#release = release;
    this.#scene = scene;
  }

  get program(): readonly [string, ...string[]] {
    return treeProgram(this.#release.name, 'usr/bin/docker');
  }

  start(words: readonly string[], program: readonly string[] = this.program): ChildProcess {
    const [file = '', ...before] = program;
    const config = join(this.#scene.folder, 'config');
    mkdirSync(config, { recursive: true });
    return spawn(file, [...before, ...words], {
      cwd: this.#scene.folder,
      env: { PATH: process.env['PATH'], HOME: config, DOCKER_CONFIG: config, DOCKER_HOST: this.#scene.host },
    });
  }

  async run(words: readonly string[], input = ''): Promise<ProgramResult> {
    return ended(this.start(words), input);
  }
}

/** A reference engine on a separate socket. */
export interface ServerScene {
  readonly folder: string;
  readonly socket: string;
  /** The address of the socket: `unix://…`. */
  readonly host: string;
  /** Internal errors of the server, and responses that violate the contract. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export async function openScene(options: ServerOptions = {}): Promise<ServerScene> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const socket = join(folder, 'engine.sock');
  const errors: unknown[] = [];
  // Engines of several scenes publish the same ports.
  const engine = createEngine({ networkDriver: new RecordingDriver() });
  const server = createServerV144(engine.handlers, {
    hooks: engine.hooks,
    onError: (error) => void errors.push(error),
    ...options,
  });
  const { address } = await server.listen({ path: socket });
  return {
    folder,
    socket,
    host: address,
    errors,
    close: async () => {
      await server.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
