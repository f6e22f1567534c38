/** The files and commands that a program of awk reads and writes. */
import { BrokenPipe, Pipe } from '../../process-streams.js';
import { brokenPipeCode, locate, runChild } from '../../run-program.js';
import { fromBytes, type ByteStreams } from '../text/bytes.js';
import { RecordReader } from './reader.js';

interface OpenOutput {
  write(bytes: string): Promise<void>;
  flush(): Promise<void>;
  /** @returns the exit code */
  close(): Promise<number>;
}

/** How many bytes are kept before they are written. */
const bufferSize = 8192;

export class Channels {
  readonly #streams: ByteStreams;
  readonly #outputs = new Map<string, OpenOutput>();
  readonly #inputs = new Map<string, { readonly reader: RecordReader; readonly close: () => Promise<number> }>();
  #printed = '';

  constructor(streams: ByteStreams) {
    this.#streams = streams;
  }

  /** Prints to the standard output. */
  async print(bytes: string): Promise<void> {
    this.#printed += bytes;
    if (this.#printed.length > bufferSize) await this.#flushPrinted();
  }

  async #flushPrinted(): Promise<void> {
    const printed = this.#printed;
    this.#printed = '';
    await this.#streams.print(printed);
  }

  async write(kind: '>' | '>>' | '|', name: string, bytes: string): Promise<void> {
    if (kind !== '|' && (name === '/dev/stdout' || name === '-')) return this.print(bytes);
    if (kind !== '|' && name === '/dev/stderr') {
      await this.#flushPrinted();
      return this.#streams.print(bytes, 'stderr');
    }
    let output = this.#outputs.get(name);
    if (output === undefined) {
      output = kind === '|' ? this.#commandInput(name) : this.#file(name, kind === '>>');
      this.#outputs.set(name, output);
    }
    return output.write(bytes);
  }

  #file(name: string, appends: boolean): OpenOutput {
    const parts = [appends ? (this.#streams.content(name) ?? '') : ''];
    const flush = (): void => this.#streams.write(name, parts.join(''));
    flush();
    return {
      write: async (bytes) => void parts.push(bytes),
      flush: async () => flush(),
      close: async () => {
        flush();
        return 0;
      },
    };
  }

  /** Starts a command that reads what is written. */
  #commandInput(command: string): OpenOutput {
    const pipe = new Pipe();
    const code = this.#run(command, { ...this.#streams.process.streams, input: pipe.input });
    void code.then(() => pipe.input.close());
    return {
      write: (bytes) => pipe.sink(Buffer.from(bytes, 'latin1')),
      flush: () => Promise.resolve(),
      close: async () => {
        await this.#flushPrinted();
        pipe.input.end();
        return code;
      },
    };
  }

  /** Opens a file, or starts a command and reads its output. @returns undefined if there is no such file */
  async reader(kind: 'file' | 'command', name: string): Promise<RecordReader | undefined> {
    const open = this.#inputs.get(name);
    if (open !== undefined) return open.reader;
    await this.flush();
    if (kind === 'file') {
      if (name !== '-' && this.#streams.content(name) === undefined) return undefined;
      return this.#opened(name, new RecordReader(this.#streams.parts(name)));
    }
    const pipe = new Pipe();
    const code = this.#run(name, { ...this.#streams.process.streams, stdout: pipe.sink }).finally(() =>
      pipe.input.end(),
    );
    const { killed } = this.#streams.process;
    async function* chunks(): AsyncGenerator<string> {
      for (let data = await pipe.input.read(killed); data !== undefined; data = await pipe.input.read(killed))
        yield data.toString('latin1');
    }
    return this.#opened(name, new RecordReader(chunks()), () => {
      pipe.input.close();
      return code;
    });
  }

  #opened(name: string, reader: RecordReader, close = (): Promise<number> => Promise.resolve(0)): RecordReader {
    this.#inputs.set(name, { reader, close });
    return reader;
  }

  /** Runs a command of the shell. @returns its exit code */
  async system(command: string): Promise<number> {
    await this.flush();
    return this.#run(command, this.#streams.process.streams);
  }

  async #run(command: string, streams: ByteStreams['process']['streams']): Promise<number> {
    const { process } = this.#streams;
    const shell = locate(process, 'sh');
    if (shell.kind !== 'found') return 127;
    try {
      return await runChild(process, shell.run, ['sh', '-c', fromBytes(command)], { streams });
    } catch (error) {
      if (error instanceof BrokenPipe) return brokenPipeCode;
      throw error;
    }
  }

  /** Writes what is kept. */
  async flush(): Promise<void> {
    await this.#flushPrinted();
    for (const output of this.#outputs.values()) await output.flush();
  }

  /** @returns the exit code of a command, and -1 if nothing of the name is open */
  async close(name: string): Promise<number> {
    const output = this.#outputs.get(name);
    const input = this.#inputs.get(name);
    this.#outputs.delete(name);
    this.#inputs.delete(name);
    const codes = [await output?.close(), await input?.close()];
    return codes.find((code) => code !== undefined) ?? -1;
  }

  async closeAll(): Promise<void> {
    await this.flush();
    for (const name of new Set([...this.#outputs.keys(), ...this.#inputs.keys()])) await this.close(name);
  }
}
