/** The sandboxes of visitors: an engine for each, with limits of memory, number and idle time. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { DocsError } from '../docs-error.js';
import type { SandboxData } from './sandbox-worker.js';

/** A request that prepares a sandbox, so that the samples of the reference find their objects. */
export interface SandboxRequest {
  readonly method: string;
  /** The path with its version: `/v1.44/containers/create?name=web`. */
  readonly path: string;
  readonly body?: unknown;
}

export interface SandboxLimits {
  /** How many sandboxes there are at a time. One more takes the place of one that was idle for a minute. @default 12 */
  readonly count: number;
  /** After how many milliseconds without a request a sandbox ends. @default 15 minutes */
  readonly idle: number;
  /** The size of the objects of a sandbox in MB. @default 192 */
  readonly megabytes: number;
  /** The size of the files and layers of a sandbox in bytes. @default 192 MB */
  readonly bytes: number;
}

const defaultLimits: SandboxLimits = {
  count: 12,
  idle: 15 * 60_000,
  megabytes: 192,
  bytes: 192 * 1024 * 1024,
};

interface Sandbox {
  readonly worker: Worker;
  readonly socketPath: string;
  used: number;
}

const packageName = '@lading/engine';

export class Sandboxes {
  readonly #engine = engineUrl();
  /** The folder of the sockets, which the user alone can open. It is made with the first sandbox. */
  #folder: string | undefined;
  readonly #limits: SandboxLimits;
  readonly #sandboxes = new Map<string, Sandbox>();
  readonly #timer: NodeJS.Timeout;
  #starting = 0;

  /** @throws DocsError if the engine is not installed */
  constructor(
    readonly requests: readonly SandboxRequest[] = [],
    limits: Partial<SandboxLimits> = {},
  ) {
    this.#limits = { ...defaultLimits, ...limits };
    this.#timer = setInterval(() => this.#endIdle(), Math.min(30_000, this.#limits.idle / 2));
    this.#timer.unref();
  }

  /** Starts a sandbox. @returns its token; undefined if there are as many as there may be */
  async start(): Promise<string | undefined> {
    this.#endIdle();
    if (this.#sandboxes.size + this.#starting >= this.#limits.count) this.#endIdlest();
    if (this.#sandboxes.size + this.#starting >= this.#limits.count) return undefined;
    this.#starting += 1;
    try {
      const token = randomBytes(24).toString('base64url');
      this.#folder ??= mkdtempSync(join(tmpdir(), 'lading-sandboxes-'));
      const socketPath = join(this.#folder, `${this.#sandboxes.size}-${randomBytes(4).toString('hex')}.sock`);
      const worker = new Worker(new URL('./sandbox-worker.js', import.meta.url), {
        workerData: { engine: this.#engine, socketPath, maxBytes: this.#limits.bytes } satisfies SandboxData,
        resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
        stdout: true,
        stderr: true,
        env: {},
      });
      worker.on('error', () => this.#sandboxes.delete(token));
      await new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve()).once('error', reject);
        worker.once('exit', () => reject(new Error('the sandbox ended while it started')));
      });
      worker.once('exit', () => {
        this.#sandboxes.delete(token);
        rmSync(socketPath, { force: true });
      });
      this.#sandboxes.set(token, { worker, socketPath, used: Date.now() });
      for (const each of this.requests) await prepare(socketPath, each);
      return token;
    } finally {
      this.#starting -= 1;
    }
  }

  /** Returns the socket of a sandbox; undefined if it has ended. */
  socketOf(token: string): string | undefined {
    const sandbox = this.#sandboxes.get(token);
    if (sandbox !== undefined) sandbox.used = Date.now();
    return sandbox?.socketPath;
  }

  async end(token: string): Promise<void> {
    const sandbox = this.#sandboxes.get(token);
    this.#sandboxes.delete(token);
    await sandbox?.worker.terminate();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#sandboxes.keys()].map((token) => this.end(token)));
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #endIdlest(): void {
    const [idlest] = [...this.#sandboxes].sort(([, a], [, b]) => a.used - b.used);
    if (idlest !== undefined && Date.now() - idlest[1].used > 60_000) void this.end(idlest[0]);
  }

  #endIdle(): void {
    for (const [token, { used }] of this.#sandboxes) if (Date.now() - used > this.#limits.idle) void this.end(token);
  }
}

/** Returns the module of the engine that is installed in the working folder, or beside this package. */
function engineUrl(): string {
  for (const from of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return pathToFileURL(createRequire(from).resolve(packageName)).href;
    } catch {
      // The next one may have it.
    }
  }
  throw new DocsError(`The package ${packageName} is not installed or not built`, {
    remedy: `Install it: npm install --save-dev ${packageName}`,
  });
}

function prepare(socketPath: string, { method, path, body }: SandboxRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    request({ socketPath, method, path, headers }, (response) => {
      response.resume().once('end', resolve).once('error', reject);
    })
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}
