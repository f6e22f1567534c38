/** What a process reads: bytes that others write, until they say that there are no more. */

export class Input {
  readonly #pieces: Buffer[] = [];
  #isEnded = false;
  #wake: () => void = () => undefined;

  write(data: Uint8Array): void {
    if (this.#isEnded || data.length === 0) return;
    this.#pieces.push(Buffer.from(data));
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The next bytes; undefined at the end, and when `signal` aborts. */
  async read(signal: AbortSignal): Promise<Buffer | undefined> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) return piece;
      if (this.#isEnded || signal.aborted) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = () => {
          signal.removeEventListener('abort', this.#wake);
          resolve();
        };
        signal.addEventListener('abort', this.#wake);
      });
    }
  }

  /** The next line, with its end; undefined at the end. */
  async readLine(signal: AbortSignal): Promise<string | undefined> {
    let line = Buffer.alloc(0);
    for (;;) {
      const piece = await this.read(signal);
      if (piece === undefined) return line.length > 0 ? line.toString() : undefined;
      line = Buffer.concat([line, piece]);
      const end = line.indexOf('\n');
      if (end >= 0) {
        if (end + 1 < line.length) this.#pieces.unshift(line.subarray(end + 1));
        return line.subarray(0, end + 1).toString();
      }
    }
  }
}
