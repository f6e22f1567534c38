/** A process context whose output is redirected to a file or to standard error. */
import { resolvePath } from '../files/paths.js';
import type { ProcessContext, Stream } from './process.js';

export class RedirectedProcess implements ProcessContext {
  readonly options: ProcessContext['options'];
  readonly signal: AbortSignal;
  readonly ignored: Set<string>;
  readonly traps: Map<string, string>;
  readonly pendingTraps: string[];
  readonly variables: Map<string, string>;
  readonly size: ProcessContext['size'];
  readonly #process: ProcessContext;
  readonly #target: string;
  readonly #collected: Buffer[] = [];

  /** @param target `&2` or a path */
  constructor(process: ProcessContext, target: string) {
    const { options, signal, ignored, traps, pendingTraps, variables, size } = process;
    this.options = options;
    this.signal = signal;
    this.ignored = ignored;
    this.traps = traps;
    this.pendingTraps = pendingTraps;
    this.variables = variables;
    this.size = size;
    this.#process = process;
    this.#target = target;
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
    if (this.#target === '&2' || stream === 'stderr') await this.#process.write('stderr', text);
    else this.#collected.push(Buffer.from(text as Uint8Array));
  }

  save(): void {
    if (this.#target === '&2' || this.#target === '/dev/null') return;
    this.options.files.write(resolvePath(this.#target, this.folder), Buffer.concat(this.#collected));
  }
}
