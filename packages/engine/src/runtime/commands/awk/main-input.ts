/** Reads the records of the files that a program of awk was given, or of its input. */
import { CommandError } from '../command.js';
import type { ByteStreams } from '../text/bytes.js';
import type { Channels } from './channels.js';
import type { Memory } from './memory.js';
import { RecordReader } from './reader.js';
import { toNumber } from './values.js';

export class MainInput {
  readonly #memory: Memory;
  readonly #streams: ByteStreams;
  readonly #channels: Channels;
  #main: RecordReader | undefined;
  #argument = 1;
  #hasFile = false;

  constructor(memory: Memory, streams: ByteStreams, channels: Channels) {
    this.#memory = memory;
    this.#streams = streams;
    this.#channels = channels;
  }

  /** Reads the next record of the arguments. @returns its text; undefined at the end */
  async next(): Promise<string | undefined> {
    for (;;) {
      if (this.#main === undefined && !(await this.#openNext())) return undefined;
      const text = await this.#main?.next(this.#memory.text('RS'));
      if (text === undefined) {
        this.#main = undefined;
        continue;
      }
      for (const name of ['NR', 'FNR']) this.#memory.cell(name).value = toNumber(this.#memory.cell(name).value) + 1;
      return text;
    }
  }

  async #openNext(): Promise<boolean> {
    const args = this.#memory.array('ARGV');
    for (; this.#argument < toNumber(this.#memory.cell('ARGC').value); this.#argument += 1) {
      const name = this.#memory.toText(args.get(String(this.#argument)));
      if (name === '' || this.#memory.assignText(name)) continue;
      this.#argument += 1;
      this.#hasFile = true;
      if (await this.#open(name)) return true;
      this.#argument -= 1;
    }
    if (this.#hasFile) return false;
    this.#hasFile = true;
    return this.#open('-');
  }

  async #open(name: string): Promise<boolean> {
    try {
      const source = name === '-' ? this.#input() : [this.#streams.file(name)];
      this.#main = new RecordReader(source);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await this.#channels.flush();
      await this.#streams.complain(error.message);
      return false;
    }
    this.#memory.cell('FILENAME').value = name === '-' ? '' : name;
    this.#memory.cell('FNR').value = 0;
    return true;
  }

  /** What was printed is written before the program waits for more. */
  async *#input(): AsyncGenerator<string> {
    for (const chunks = this.#streams.chunks(); ;) {
      await this.#channels.flush();
      const { done, value } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  }

  /** Leaves the rest of the file unread. */
  skipFile(): void {
    this.#main = undefined;
  }
}
