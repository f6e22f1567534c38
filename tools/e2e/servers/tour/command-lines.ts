/** The command lines of the tour, each run with a new folder of configuration and files. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  copyFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, home, treeProgram, type ProgramResult } from '../tree-program.js';
import { wordsOf, type TourStep } from './step.js';

/** The names of the trees that contain them. */
export const commandLines: readonly string[] = ['20.10', '28.5'];

const plugin = 'usr/libexec/docker/cli-plugins/docker-buildx';

export class TourCommandLine {
  readonly folder = mkdtempSync(join(tmpdir(), 'lading-tour-'));
  readonly hasBuildx: boolean;
  readonly #tree: string;
  readonly #env: Readonly<Record<string, string>>;

  /** @param version the API version to use instead of the newest common one */
  constructor(tree: string, host: string, version?: string) {
    this.#tree = tree;
    this.#env = { DOCKER_HOST: host, ...(version !== undefined && { DOCKER_API_VERSION: version }) };
    this.hasBuildx = existsSync(join(home, tree, plugin));
    writeFiles(this.folder);
    if (this.hasBuildx) this.#writePlugin();
  }

  /** Writes a script that runs the plugin with the libraries of its tree. */
  #writePlugin(): void {
    const folder = join(this.folder, 'config', 'cli-plugins');
    mkdirSync(folder, { recursive: true });
    const words = treeProgram(this.#tree, plugin).map((word) => `'${word}'`);
    writeFileSync(join(folder, 'docker-buildx'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
    chmodSync(join(folder, 'docker-buildx'), 0o755);
  }

  async run(step: TourStep): Promise<ProgramResult> {
    for (let count = 0; ; count += 1) {
      const ran = await this.#once(step);
      if (ran.code === 0 || step.isRetried !== true || count === 20) return ran;
      await sleep(500);
    }
  }

  async #once(step: TourStep): Promise<ProgramResult> {
    const words = wordsOf(step);
    const [file, ...before] = treeProgram(this.#tree, 'usr/bin/docker');
    if (step.keys !== undefined) return this.#onTerminal([file, ...before, ...words], step.keys);
    const child = this.#spawn(file, [...before, ...words], step.env);
    const over = ended(child, step.input ?? '', 90_000);
    if (step.meanwhile !== undefined) {
      await sleep(1500);
      for (const other of step.meanwhile) await this.run({ name: other, words: other });
      await sleep(700);
      child.kill('SIGINT');
      await Promise.race([over, sleep(2000)]);
      child.kill('SIGKILL');
    }
    return over;
  }

  async #onTerminal(words: readonly string[], keys: readonly string[]): Promise<ProgramResult> {
    const quoted = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    const child = this.#spawn('script', ['-qec', quoted, '/dev/null']);
    const over = ended(child, undefined, 30_000);
    let seen = '';
    child.stdout?.on('data', (text: string) => (seen += text));
    for (const key of keys) {
      await sleep(1000);
      // On a busy machine a shell starts late, and its terminal would echo the keys before the prompt.
      for (let count = 0; count < 40 && !seen.endsWith('# '); count += 1) await sleep(100);
      child.stdin?.write(key);
    }
    return over;
  }

  #spawn(file: string, words: readonly string[], env: TourStep['env'] = {}): ChildProcess {
    const config = join(this.folder, 'config');
    mkdirSync(config, { recursive: true });
    const own = {
      PATH: process.env['PATH'],
      HOME: config,
      DOCKER_CONFIG: config,
      ...this.#env,
      TERM: 'dumb',
    };
    return spawn(file, words, { cwd: this.folder, env: { ...own, ...env } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Writes the files that the steps import, build and copy. */
function writeFiles(folder: string): void {
  const bin = join(folder, 'rootfs/bin');
  for (const path of [bin, ...['tmp', 'etc', 'app'].map((name) => join(folder, 'rootfs', name))]) {
    mkdirSync(path, { recursive: true });
  }
  copyFileSync(join(home, '20.10/bin/busybox'), join(bin, 'busybox'));
  for (const name of [
    'sh',
    'cat',
    'echo',
    'ls',
    'sleep',
    'true',
    'id',
    'env',
    'touch',
    'head',
    'yes',
    'md5sum',
    'wc',
    'hostname',
    'pwd',
  ]) {
    symlinkSync('busybox', join(bin, name));
  }
  const fixed = ['--mtime=2026-01-01', '--owner=0', '--group=0', '--sort=name'];
  execFileSync('tar', [...fixed, '-C', join(folder, 'rootfs'), '-cf', join(folder, 'rootfs.tar'), '.']);
  rmSync(join(folder, 'rootfs'), { recursive: true });
  for (const name of ['folder', 'app', 'bad']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'folder/note'), 'a note\n');
  writeFileSync(join(folder, 'secret'), 'opensesame');
  writeFileSync(join(folder, 'app/note'), 'a note\n');
  writeFileSync(join(folder, 'app/Dockerfile'), dockerfile);
  writeFileSync(
    join(folder, 'app/Secret'),
    'FROM tour:1\nRUN --mount=type=secret,id=s wc -c < /run/secrets/s > /length\n',
  );
  writeFileSync(join(folder, 'bad/Dockerfile'), 'FROM tour:1\nRUN exit 9\n');
}

const dockerfile = `FROM tour:1 AS base
ARG WHO
RUN echo hello $WHO > /app/who
FROM scratch AS files
COPY note /
FROM base
COPY note /app/
COPY --from=base /app/who /app/copy
CMD ["cat", "/app/who", "/app/note", "/app/copy"]
`;
