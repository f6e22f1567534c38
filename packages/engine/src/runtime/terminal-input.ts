/** The line discipline of a terminal: it echoes keys, delivers lines, and handles Ctrl-C and Ctrl-D. */
import type { LineEnd, ProcessInput } from '../ports/container-runtime.js';
import { Input } from '../streams/input.js';

export class TerminalInput implements ProcessInput {
  readonly #lines = new Input();

  /** @param closed aborted at the end of the process */
  constructor(keys: ProcessInput, show: (text: string) => Promise<void>, interrupt: () => void, closed: AbortSignal) {
    void this.#processKeys(keys, show, interrupt, closed);
  }

  read(signal: AbortSignal): Promise<Buffer | undefined> {
    return this.#lines.read(signal);
  }

  readLine(signal: AbortSignal, end?: LineEnd): Promise<string | undefined> {
    return this.#lines.readLine(signal, end);
  }

  async #processKeys(
    keys: ProcessInput,
    show: (text: string) => Promise<void>,
    interrupt: () => void,
    closed: AbortSignal,
  ): Promise<void> {
    let line = '';
    for (let bytes = await keys.read(closed); bytes !== undefined; bytes = await keys.read(closed)) {
      for (const key of bytes.toString()) {
        if (key === '\x03') {
          await show('^C\n');
          interrupt();
        } else if (key === '\x04') {
          if (line === '') return this.#lines.end();
          this.#lines.write(Buffer.from(line));
          line = '';
        } else if (key === '\r' || key === '\n') {
          await show('\n');
          this.#lines.write(Buffer.from(`${line}\n`));
          line = '';
        } else if (key === '\x7f' || key === '\b') {
          if (line !== '') await show('\b \b');
          line = line.slice(0, -1);
        } else {
          await show(key);
          line += key;
        }
      }
    }
    if (line !== '') this.#lines.write(Buffer.from(line));
    this.#lines.end();
  }
}
