/** A user in an empty folder outside the repository: what is typed runs without the repository and without variables of ours. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { group } from '@lading/run/installs';
import { root } from '../../run/steps.mjs';

/** The package managers and runtimes of journeys, which are in a group of `tools/run/installs`. */
const paths = {
  pnpm: '.bin/pnpm',
  yarn: '.bin/yarn',
  bun: '.bin/bun',
  deno: '.bin/deno',
  node22: 'node22/bin/node',
  node24: 'node24/bin/node',
  node26: 'node26/bin/node',
};
/** @typedef {keyof typeof paths} Program */
const installs = join(root, 'tools', 'run', 'installs');

/** The path of a program for the processes of a journey. @param {Program} name */
const programPath = (name) =>
  join('/tmp/programs', relative(installs, realpathSync(group('runtimes').file(paths[name]))));

/**
 * Empties the folder of the repository for the processes of the journey; the registry is elsewhere, and sees it. `/tmp`, which pages name,
 * is the journey's own: another program of this machine may use the same name there. It has what tools have installed.
 */
const hide = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const hidden = `mount -o bind,ro "$7" "$5/programs" && mount -t tmpfs -o ro,size=4k none "$1" && mount --bind "$3" "$4" && mount --rbind "$5" /tmp &&
cd "$6" && unset OLDPWD && exec bash -e -o pipefail "$2"`;

export class Traveller {
  /** The folder of the journey: `project` is where it begins, `home` is the user's. */
  #folder = realpathSync(mkdtempSync(join(tmpdir(), 'journey-')));
  #tmp = join(this.#folder, 'tmp');
  /** Where the folder of the journey stays visible in its own `/tmp`. */
  #inTmp = join(this.#tmp, relative('/tmp', this.#folder).replace(/^(\.\.\/)+.*/, 'elsewhere'));
  #cwd = join(this.#folder, 'project');
  /** @type {(() => Promise<void>)[]} */
  #ends = [];
  /** Everything that was typed and printed. */
  log = '';

  /** @param {{ readonly registry: string, readonly programs?: readonly Program[] }} options */
  constructor({ registry, programs = [] }) {
    const [home, bin] = [join(this.#folder, 'home'), join(this.#folder, 'home', 'bin')];
    for (const folder of [this.#cwd, bin, this.#inTmp, join(this.#tmp, 'programs')])
      mkdirSync(folder, { recursive: true });
    // JSON is valid YAML.
    // The packages are seconds old; Yarn installs those of a day by default.
    const yarn = {
      npmMinimalAgeGate: 0,
      npmRegistryServer: registry,
      unsafeHttpWhitelist: ['127.0.0.1'],
      enableTelemetry: false,
    };
    writeFileSync(join(home, '.yarnrc.yml'), JSON.stringify(yarn));
    for (const name of programs) symlinkSync(programPath(name), join(bin, name.replace(/\d+$/, '')));
    if (programs.includes('bun')) symlinkSync(programPath('bun'), join(bin, 'bunx'));
    this.env = {
      HOME: home,
      // The Node of this process is that of a user who chose no other.
      PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      LANG: 'C.UTF-8',
    };
    this.useRegistry(registry);
  }

  /** Sets the registry of npm. @param {string} url */
  useRegistry(url) {
    const settings = `registry=${url}\n//${new URL(url).host}/:_authToken=nobody\nupdate-notifier=false\n`;
    writeFileSync(join(this.env.HOME, '.npmrc'), settings);
  }

  /** The current folder. */
  get cwd() {
    return this.#cwd;
  }

  /** @param {string} path @param {string} content */
  write(path, content) {
    mkdirSync(dirname(join(this.#cwd, path)), { recursive: true });
    writeFileSync(join(this.#cwd, path), content);
  }

  /** @param {string} path */
  read(path) {
    return readFileSync(join(this.#cwd, path), 'utf8');
  }

  /**
   * Runs commands in a shell, in the folder in which the last ones ended. What they started in the background ends with them.
   *
   * @param {string} commands
   */
  async type(commands) {
    const [script, state] = [join(this.#folder, 'typed.sh'), join(this.#folder, 'cwd')];
    writeFileSync(script, `trap 'pwd >${state}' EXIT\n${commands}`);
    const mounts = [this.#folder, this.#inTmp, this.#tmp, this.#cwd, installs];
    const child = spawn(hide[0] ?? '', [...hide.slice(1), 'sh', '-c', hidden, 'sh', root, script, ...mounts], {
      cwd: this.#cwd,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 600_000,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const [status, signal] = await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', (...ended) => resolve(ended));
    });
    this.log += `$ ${commands.trimEnd()}\n${output}`;
    this.#cwd = readFileSync(state, 'utf8').trim();
    return { status: status ?? 1, output: signal === null ? output : `${output}ended by ${signal}\n` };
  }

  /** Ends what the journey needs, such as a registry, after the last step or the one that failed. @param {() => Promise<void>} end */
  atEnd(end) {
    this.#ends.push(end);
  }

  async remove() {
    for (const end of this.#ends) await end();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns the reason why this machine cannot hide the repository from a process, if there is one. */
export function hidingError() {
  const probe = [...hide.slice(1), 'sh', '-c', 'mount -t tmpfs none "$1"', 'sh', root];
  const { status, stderr, error } = spawnSync(hide[0] ?? '', probe, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `Journeys hide the repository by unshare and mount, which needs root on Linux: ${error?.message ?? stderr}`;
}
