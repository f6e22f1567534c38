/** The product's command line, of the releases that the engines' trees hold. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from './scene.js';

export const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';

export interface Release {
  readonly name: string;
  /** The version that it speaks. */
  readonly api: string;
  readonly title: string;
  readonly isThere: boolean;
}

export const releases: readonly Release[] = [
  { name: '20.10', api: '1.41' },
  { name: '26.1', api: '1.44' },
].map((release) => {
  const isThere = existsSync(join(home, release.name, 'usr/bin/docker'));
  const title = `command line ${release.name}${isThere ? '' : ' (SKIPPED: its tree is not there)'}`;
  const missing = `there is no command line ${release.name} in ${home}`;
  if (!isThere && process.env['LADING_ENGINES_REQUIRED'] === '1') throw new Error(missing);
  if (!isThere) console.warn(`SKIPPED: ${missing}`);
  return { ...release, title, isThere };
});

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class CommandLine {
  readonly #release: Release;
  readonly #scene: Scene;

  constructor(release: Release, scene: Scene) {
    this.#release = release;
    this.#scene = scene;
  }

  /** The program and what it needs before its own words: its tree brings its libraries. */
  get program(): readonly [string, ...string[]] {
    const tree = join(home, this.#release.name);
    const libraries = join(tree, 'usr/lib', process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu');
    const loader = join(libraries, process.arch === 'arm64' ? 'ld-linux-aarch64.so.1' : 'ld-linux-x86-64.so.2');
    const program = join(tree, 'usr/bin/docker');
    return existsSync(loader) ? [loader, '--library-path', libraries, program] : [program];
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

  async run(words: readonly string[], input = ''): Promise<Ran> {
    return ended(this.start(words), input);
  }

  /** On a terminal, whose input is typed a moment after the start. */
  async onTerminal(words: readonly string[], keys: readonly string[]): Promise<Ran> {
    const quoted = [...this.program, ...words].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const child = this.start([], ['script', '-qec', quoted, '/dev/null']);
    const typing = (async () => {
      for (const key of keys) {
        await new Promise((resolve) => setTimeout(resolve, 700));
        child.stdin?.write(key);
      }
    })();
    const ran = await ended(child);
    await typing;
    return ran;
  }
}

/** @param patience milliseconds after which the program is ended */
export async function ended(child: ChildProcess, input?: string, patience = 30_000): Promise<Ran> {
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
