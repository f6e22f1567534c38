/** Executes samples of the reference, one after another, against one reference engine. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startEngine, type RunningEngine } from '@lading/engine';
import type { GroupPage } from 'lading/testing';
import { packages } from '../paths.js';
import { SampleClock, SampleIds } from './fixed-ports.js';
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
  /** What a sample names and only the engine knows, such as the ID of a task: by what the sample has in its place. */
  readonly values = new Map<string | RegExp, string>();
  readonly clock = new SampleClock();
  readonly ids = new SampleIds();
  #engine: RunningEngine | undefined;
  #observer: Observer | undefined;
  #server: { close(options: { readonly timeout: number }): Promise<void> } | undefined;

  constructor(private readonly version: string) {}

  /** The engine, for states to which no request leads. */
  get engine(): RunningEngine {
    if (this.#engine === undefined) throw new Error('the engine has not started');
    return this.#engine;
  }

  async start(): Promise<void> {
    const direct = join(this.folder, 'engine.sock');
    // Programs in the folder find the packages.
    symlinkSync(join(packages, '..', 'node_modules'), join(this.folder, 'node_modules'));
    const ports = { clock: this.clock, ids: this.ids };
    this.#engine = await startEngine({ host: `unix://${direct}`, images: ['alpine:3.19'], publishPorts: false, ports });
    this.#engine.registry.hosts.add('registry.example.com');
    await this.#observe(direct);
  }

  /** From now on, samples call the generated server, with a handler that accepts what its contract accepts. */
  async mock({ method, path }: SampledOperation): Promise<void> {
    const module = join(packages, `v${this.version}`, 'server', 'dist', 'index.js');
    const { createServer, contract } = (await import(
      pathToFileURL(module).href
    )) as typeof import('@lading/server-v1.44');
    const { noun, verb } = Object.values(contract.operations).find(
      (one) => one.method === method && one.path === path,
    )!;
    const server = createServer({ [noun]: { [verb]: () => undefined } }, {});
    this.#server = server;
    const direct = join(this.folder, 'server.sock');
    await server.listen({ path: direct });
    await this.#observe(direct);
  }

  async #observe(socket: string): Promise<void> {
    this.#observer?.close();
    this.#observer = new Observer(socket);
    await this.#observer.listen(this.socket);
  }

  async stop(): Promise<void> {
    this.#observer?.close();
    await this.#engine?.close();
    await this.#server?.close({ timeout: 0 });
    rmSync(this.folder, { recursive: true });
  }

  /** Sends a request, with JSON or the archive of the folder, and returns the body of the response. */
  async call(method: string, path: string, body?: object | 'archive'): Promise<string> {
    const bodyOf = (type: string, data: string) => ['-H', `Content-Type: application/${type}`, '--data-binary', data];
    const json = () => (body === undefined ? [] : bodyOf('json', JSON.stringify(body)));
    const data = body === 'archive' ? bodyOf('x-tar', '@archive.tar') : json();
    const url = `http://localhost/v${this.version}${path}`;
    await this.#execute('curl', ['-s', '--unix-socket', this.socket, '-X', method, ...data, url]);
    return this.#observer?.take()?.body ?? '';
  }

  async run({ id, code }: SampledOperation, language: SampleLanguage): Promise<Executed> {
    this.#observer?.take();
    const located = (code[language] ?? '')
      .replaceAll('{version}', this.version)
      .replaceAll('/var/run/docker.sock', this.socket)
      .replaceAll('%2Fvar%2Frun%2Fdocker.sock', encodeURIComponent(this.socket));
    const text = [...this.values].reduce((sample, [shown, value]) => sample.replaceAll(shown, value), located);
    const failure = await this.#program(id, text, language);
    return { response: this.#observer?.take(), failure };
  }

  #program(id: string, text: string, language: SampleLanguage): Promise<string> {
    if (language === 'curl')
      return this.#execute('bash', ['-c', text.replace(/^curl/, `curl -s --fail-with-body -o ${id}`)]);
    const file = join(this.folder, language === 'python' ? `${id}.py` : `${id}.mjs`);
    writeFileSync(file, text);
    return this.#execute(language === 'python' ? python : process.execPath, [file]);
  }

  /** A stream ends when nothing has come for two seconds, or after five. */
  #execute(program: string, words: readonly string[]): Promise<string> {
    const env = { ...process.env, DOCKER_HOST: `unix://${this.socket}` };
    return new Promise((resolve) => {
      const child = execFile(
        program,
        words,
        { cwd: this.folder, env, timeout: 5000, maxBuffer: 1e8, encoding: 'utf8' },
        (error, _output, errors) => {
          clearInterval(watch);
          resolve(error === null || error.killed ? '' : errors || error.message);
        },
      );
      const watch = setInterval(() => (this.#observer?.quiet ?? 0) > 2000 && child.kill(), 100);
      child.stdin?.end();
    });
  }
}
