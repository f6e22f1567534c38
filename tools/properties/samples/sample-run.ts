/** Executes samples of the reference, one after another, against one reference engine. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GroupPage } from 'lading/testing';
import { packages } from '../paths.js';
import { Observer, type ObservedResponse } from './observer.js';

export const languages = ['curl', 'client', 'python'] as const;
export type SampleLanguage = (typeof languages)[number];
export type SampledOperation = GroupPage['operations'][number];

/** That of Debian has its package `requests`; elsewhere it is the first one of the path. */
export const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';

interface Executed {
  readonly response: ObservedResponse | undefined;
  /** What the program printed as an error; empty if it succeeded, or ran until its time was over. */
  readonly failure: string;
}

export class SampleRun {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'lading-samples-'));
  readonly socket: string = join(this.folder, 'observed.sock');
  /** The version of a specification that an update names. */
  index = '';
  #exec = '';
  #engine: ChildProcess | undefined;
  #observer: Observer | undefined;

  constructor(private readonly version: string) {}

  async start(): Promise<void> {
    const direct = join(this.folder, 'engine.sock');
    const program = join(packages, 'engine', 'bin', 'lading-engine.mjs');
    const images = ['--image', 'alpine:3.19', '--image', 'alpine:3.20'];
    // Programs in the folder find the packages.
    symlinkSync(join(packages, '..', 'node_modules'), join(this.folder, 'node_modules'));
    this.#engine = spawn(process.execPath, [program, '--host', `unix://${direct}`, ...images, '--no-ports'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => this.#engine?.stdout?.once('data', resolve));
    this.#observer = new Observer(direct);
    await this.#observer.listen(this.socket);
  }

  stop(): void {
    this.#observer?.close();
    this.#engine?.kill();
    rmSync(this.folder, { recursive: true });
  }

  /** Sends a request, and returns the body of the response. */
  async call(method: string, path: string, body?: object): Promise<string> {
    const data = body === undefined ? [] : ['-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];
    const url = `http://localhost/v${this.version}${path}`;
    await this.#execute('curl', ['-s', '--unix-socket', this.socket, '-X', method, ...data, url]);
    return this.#observer?.take()?.body ?? '';
  }

  async run({ id, code }: SampledOperation, language: SampleLanguage): Promise<Executed> {
    const text = (code[language] ?? '')
      .replaceAll('{version}', this.version)
      .replaceAll('/var/run/docker.sock', this.socket)
      .replaceAll('%2Fvar%2Frun%2Fdocker.sock', encodeURIComponent(this.socket))
      .replace(/\bversion(=|: |': ')41\b/, `version$1${this.index}`)
      .replace(/4c01db0b[0-9a-f]{56}/, this.#exec);
    const failure = await this.#program(id, text, language);
    const response = this.#observer?.take();
    if (id === 'ContainerExec') this.#exec = /"Id":"(\w+)"/.exec(response?.body ?? '')?.[1] ?? '';
    return { response, failure };
  }

  #program(id: string, text: string, language: SampleLanguage): Promise<string> {
    if (language === 'curl')
      return this.#execute('bash', ['-c', text.replace(/^curl/, `curl -s --fail-with-body -o ${id}`)]);
    const file = join(this.folder, language === 'python' ? `${id}.py` : `${id}.mjs`);
    writeFileSync(file, text);
    return language === 'python'
      ? this.#execute(python, [file])
      : // An upgraded connection has no end: the program ends when its input does, or with its time.
        this.#execute(process.execPath, [file]);
  }

  /** Streams end after a while. */
  #execute(program: string, words: readonly string[]): Promise<string> {
    const env = { ...process.env, DOCKER_HOST: `unix://${this.socket}` };
    return new Promise((resolve) => {
      const child = execFile(
        program,
        words,
        { cwd: this.folder, env, timeout: 5000, maxBuffer: 1e8, encoding: 'utf8' },
        (error, _output, errors) => resolve(error === null || error.killed ? '' : errors || error.message),
      );
      child.stdin?.end();
    });
  }
}
