/** Writes the entries of an archive, with back-pressure, and knows when everything is on disk. */
import { Unpack } from 'tar';

/** The unpacker is a stream of an older kind: `finish` and `end` come before files are written, only `close` after. */
export class Unpacker {
  readonly #unpack: Unpack;
  readonly #closed: Promise<unknown>;
  #failure: { readonly error: unknown } | undefined;
  #proceed: (() => void) | undefined;

  constructor(options: ConstructorParameters<typeof Unpack>[0]) {
    this.#unpack = new Unpack({ ...options, strict: true });
    this.#closed = new Promise((resolve) => this.#unpack.once('close', resolve));
    // The first counts: those that follow are of what it left behind.
    this.#unpack.on('error', (error: unknown) => {
      this.#failure ??= { error };
      this.#proceed?.();
    });
    this.#unpack.on('drain', () => this.#proceed?.());
  }

  /** Resolves when there is room for more. */
  async write(chunk: Buffer): Promise<void> {
    this.#check();
    if (!this.#unpack.write(chunk) && this.#failure === undefined) {
      await new Promise<void>((resolve) => (this.#proceed = resolve));
    }
    this.#check();
  }

  /** Resolves when all is written and closed. */
  async end(): Promise<void> {
    this.#unpack.end();
    await this.#closed;
    this.#check();
  }

  /** Closes the file that was being written when something failed. */
  async abandon(): Promise<void> {
    this.#failure ??= { error: new Error('abandoned') };
    // An entry that ends early is an error, and closes its file; without a folder there is nothing to close.
    this.#unpack.end();
    const { error } = this.#failure;
    if (!(error instanceof Error && error.name === 'CwdError')) await this.#closed;
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
