/** The line discipline of a terminal: it echoes keys, delivers lines, and handles Ctrl-C and Ctrl-D. */
import { Input } from './input.js';

export class TerminalInput {
  readonly #lines = new Input();

  constructor(keys: Input, show: (text: string) => Promise<void>, interrupt: () => void) {
    void this.#processKeys(keys, show, interrupt);
  }

  read(signal: AbortSignal): Promise<Buffer | undefined> {
    return this.#lines.read(signal);
  }

  readLine(signal: AbortSignal): Promise<string | undefined> {
    return this.#lines.readLine(signal);
  }

  async #processKeys(keys: Input, show: (text: string) => Promise<void>, interrupt: () => void): Promise<void> {
    const forever = new AbortController().signal;
    let line = '';
    for (let bytes = await keys.read(forever); bytes !== undefined; bytes = await keys.read(forever)) {
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
