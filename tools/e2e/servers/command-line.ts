/** The product's command line, of the releases in the engines' trees. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerScene } from './scene.js';
import { ended, home, treeProgram, type ProgramResult } from './tree-program.js';

export { ended, home } from './tree-program.js';

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
  const isAvailable = existsSync(join(home, release.name, 'usr/bin/docker'));
  const title = `command line ${release.name}${isAvailable ? '' : ' (SKIPPED: it is not installed)'}`;
  const missing = `there is no command line ${release.name} in ${home}`;
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
