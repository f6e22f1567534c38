/** Text as bytes: each character of these strings is one byte, so that no content is changed by reading it. */
import type { OutputStream } from '../../../ports/container-runtime.js';
import type { Command, ProcessContext } from '../../process-context.js';
import { CommandError, entryOf, pathOf, writeFile } from '../command.js';

/** Returns a string whose characters are the bytes of the text. */
export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/** The input, the output and the files of a command of text. All strings are bytes. */
export class ByteStreams {
  readonly process: ProcessContext;
  readonly name: string;
  /** The exit code at the end. */
  code = 0;

  constructor(process: ProcessContext, name: string) {
    this.process = process;
    this.name = name;
  }

  async print(bytes: string, stream: OutputStream = 'stdout'): Promise<void> {
    if (bytes === '') return;
    const { hasTerminal } = this.process.settings;
    await this.process.write(stream, hasTerminal ? fromBytes(bytes) : Buffer.from(bytes, 'latin1'));
  }

  /** Prints a message with the name of the command, and sets the exit code. */
  async complain(message: string, code = 1): Promise<void> {
    this.code = code;
    await this.print(`${this.name}: ${message}\n`, 'stderr');
  }

  /** Does what may fail for one of several files: the failure is named. @returns undefined then */
  async attempt<T>(work: () => T | Promise<T>, code = 1): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await this.complain(error.message, code);
      return undefined;
    }
  }

  /** Reads a file, or all of the input for `-`. @throws CommandError `NAME: No such file or directory` */
  async read(name: string): Promise<string> {
    let bytes = '';
    for await (const chunk of this.parts(name)) bytes += chunk;
    return bytes;
  }

  /** Returns the content of a file, or the input as it comes. @throws CommandError */
  parts(name: string): AsyncGenerator<string> | readonly string[] {
    return name === '-' || name === '/dev/stdin' ? this.chunks() : [this.file(name)];
  }

  /** Reads a file. @throws CommandError */
  file(name: string): string {
    const content = this.content(name);
    if (content !== undefined) return content;
    throw new CommandError(`${name}: ${this.isFolder(name) ? 'Is a directory' : 'No such file or directory'}`);
  }

  /** Reads a file; undefined if it cannot be read. */
  content(name: string): string | undefined {
    const entry = entryOf(this.process, fromBytes(name));
    if (entry?.kind === 'file') return entry.data.toString('latin1');
    return name === '/dev/null' || name === '/dev/stdin' ? '' : undefined;
  }

  /** Returns the absolute path of a file after symbolic links. */
  pathOf(name: string): string {
    return pathOf(this.process, fromBytes(name));
  }

  isFolder(name: string): boolean {
    return entryOf(this.process, fromBytes(name))?.kind === 'folder';
  }

  write(name: string, bytes: string): void {
    writeFile(this.process, fromBytes(name), Buffer.from(bytes, 'latin1'));
  }

  async *chunks(): AsyncGenerator<string> {
    for (let data = await this.process.read(); data !== undefined; data = await this.process.read())
      yield data.toString('latin1');
  }

  /** Reads a file, or the input as it comes, by lines with their ends. @throws CommandError */
  async *lines(name: string, end = '\n'): AsyncGenerator<string> {
    let rest = '';
    for await (const chunk of this.parts(name)) {
      const parts = (rest + chunk).split(end);
      rest = parts.pop() ?? '';
      for (const part of parts) yield part + end;
    }
    if (rest !== '') yield rest;
  }

  /** Reads the lines of all files. A file that cannot be read is named, and the others are read. */
  async *allLines(names: readonly string[], end = '\n', code = 1): AsyncGenerator<string> {
    for (const name of names.length === 0 ? ['-'] : names) {
      try {
        yield* this.lines(name, end);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        await this.complain(error.message, code);
      }
    }
  }
}

export type TextCommand = (streams: ByteStreams, words: readonly string[]) => Promise<void>;

/** Makes a command of one whose words, input and output are bytes. */
export function textCommand(name: string, run: TextCommand): Command {
  return async (process, words) => {
    const streams = new ByteStreams(process, name);
    try {
      await run(streams, words.map(toBytes));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await streams.complain(error.message, error.code);
    }
    return streams.code;
  };
}

/** Returns a line without its end, and the end. */
export function splitEnd(line: string, end = '\n'): readonly [text: string, end: string] {
  return line.endsWith(end) ? [line.slice(0, -end.length), end] : [line, ''];
}
