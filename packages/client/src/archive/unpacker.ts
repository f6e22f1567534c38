/** Writes the entries of an archive to disk, with back-pressure. */
import { Unpack } from 'tar';

/**
 * Wraps the unpacker of `tar`, whose events differ from those of Node streams: `finish` and `end` come before the files
 * are written, only `close` afterwards.
 */
export class Unpacker {
  readonly #unpack: Unpack;
  readonly #closed: Promise<unknown>;
  #failure: { readonly error: unknown } | undefined;
  #proceed: (() => void) | undefined;

  constructor(options: ConstructorParameters<typeof Unpack>[0]) {
    this.#unpack = new Unpack({ ...options, strict: true });
    this.#closed = new Promise((resolve) => this.#unpack.once('close', resolve));
    // Only the first error counts: later ones are consequences of it.
    this.#unpack.on('error', (error: unknown) => {
      this.#failure ??= { error };
      this.#proceed?.();
    });
    this.#unpack.on('drain', () => this.#proceed?.());
  }

  /** Writes a chunk; resolves when the unpacker accepts more. */
  async write(chunk: Buffer): Promise<void> {
    this.#check();
    if (!this.#unpack.write(chunk) && this.#failure === undefined) {
      await new Promise<void>((resolve) => (this.#proceed = resolve));
    }
    this.#check();
  }

  /** Ends the archive; resolves when all files are written and closed. */
  async end(): Promise<void> {
    this.#unpack.end();
    await this.#closed;
    this.#check();
  }

  /** Closes the file that was being written at the time of a failure. */
  async abandon(): Promise<void> {
    this.#failure ??= { error: new Error('abandoned') };
    // A truncated entry is an error, which closes its file; without a folder there is nothing to close.
    this.#unpack.end();
    const { error } = this.#failure;
    if (!(error instanceof Error && error.name === 'CwdError')) await this.#closed;
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
