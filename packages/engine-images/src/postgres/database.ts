/** A database in a thread of its own. */
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pathOfOptional } from '../serve/optional-package.js';
import type { DatabaseRequest, DatabaseResponse, DataFile } from './worker-messages.js';

export interface OpenOptions {
  readonly files?: readonly DataFile[] | undefined;
  readonly user: string;
  readonly database: string;
  /** Settings of the form `name=value`. */
  readonly settings: readonly string[];
}

/** A new data folder, from which further databases begin: it takes seconds to create one. It is never changed. */
let template: readonly DataFile[] | undefined;

export class PGliteThread {
  readonly #worker: Worker;
  readonly #waiting: {
    readonly resolve: (response: DatabaseResponse) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  #failure: Error | undefined;

  /** @throws MissingPackage */
  constructor() {
    // The build puts shared modules beside the worker's folder.
    const file = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './postgres/worker.js', import.meta.url);
    this.#worker = new Worker(file, {
      workerData: { module: pathToFileURL(pathOfOptional('@electric-sql/pglite')).href },
    });
    this.#worker.on('message', (response: DatabaseResponse) => this.#waiting.shift()?.resolve(response));
    const fail = (error: Error): void => {
      this.#failure = error;
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    };
    this.#worker.on('error', fail);
    this.#worker.on('exit', () => fail(new Error('the database has ended')));
  }

  /** Opens a database; without files, a new folder if none is open. @throws Error */
  async open({ files, user, database, settings }: OpenOptions): Promise<void> {
    await this.#request({ kind: 'open', files, user, database, settings });
  }

  /** Creates a data folder, with the user and the database `postgres`. */
  async create(settings: readonly string[]): Promise<void> {
    const isFirst = template === undefined;
    await this.open({ files: template, user: 'postgres', database: 'postgres', settings });
    if (isFirst) template = (await this.collect(true)).files;
  }

  async run(bytes: Uint8Array): Promise<Buffer> {
    const response = await this.#request({ kind: 'run', bytes });
    return response.kind === 'bytes' ? Buffer.from(response.bytes) : Buffer.alloc(0);
  }

  /** Returns the files that have changed since the last call, and the paths of all. */
  async collect(isWhole = false): Promise<{ readonly files: readonly DataFile[]; readonly paths: readonly string[] }> {
    const response = await this.#request({ kind: 'collect', isWhole });
    return response.kind === 'files' ? response : { files: [], paths: [] };
  }

  /** Closes the database. @returns the files that have changed since the last collection */
  async close(): Promise<{ readonly files: readonly DataFile[]; readonly paths: readonly string[] }> {
    const response = await this.#request({ kind: 'close' });
    return response.kind === 'files' ? response : { files: [], paths: [] };
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  async #request(request: DatabaseRequest): Promise<DatabaseResponse> {
    if (this.#failure !== undefined) throw this.#failure;
    const response = await new Promise<DatabaseResponse>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
    if (response.kind === 'failed') throw new Error(response.reason);
    return response;
  }
}
