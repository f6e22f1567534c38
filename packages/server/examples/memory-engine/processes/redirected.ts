/** A process whose output goes into a file, or to where errors go. */
import { resolvePath } from '../files/paths.js';
import type { Running, Stream } from './process.js';

export class Redirected implements Running {
  readonly options: Running['options'];
  readonly signal: AbortSignal;
  readonly ignored: Set<string>;
  readonly traps: Map<string, string>;
  readonly trapped: string[];
  readonly variables: Map<string, string>;
  readonly size: Running['size'];
  readonly #process: Running;
  readonly #to: string;
  readonly #collected: Buffer[] = [];

  /** @param to `&2`, or a path */
  constructor(process: Running, to: string) {
    const { options, signal, ignored, traps, trapped, variables, size } = process;
    this.options = options;
    this.signal = signal;
    this.ignored = ignored;
    this.traps = traps;
    this.trapped = trapped;
    this.variables = variables;
    this.size = size;
    this.#process = process;
    this.#to = to;
  }

  get folder(): string {
    return this.#process.folder;
  }

  set folder(folder: string) {
    this.#process.folder = folder;
  }

  assign(name: string, value: string): void {
    this.#process.assign(name, value);
  }

  read(): Promise<Buffer | undefined> {
    return this.#process.read();
  }

  readLine(): Promise<string | undefined> {
    return this.#process.readLine();
  }

  sleep(milliseconds: number): Promise<void> {
    return this.#process.sleep(milliseconds);
  }

  async write(stream: Stream, text: string | Uint8Array): Promise<void> {
    if (this.#to === '&2' || stream === 'stderr') await this.#process.write('stderr', text);
    else this.#collected.push(Buffer.from(text as Uint8Array));
  }

  save(): void {
    if (this.#to === '&2' || this.#to === '/dev/null') return;
    this.options.files.write(resolvePath(this.#to, this.folder), Buffer.concat(this.#collected));
  }
}
