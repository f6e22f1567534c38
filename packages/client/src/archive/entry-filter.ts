/** Decides which entries of an archive are written: those that the caller wants and that are safe. */
import { ArchiveError } from './archive-error.js';
import { entryValidator } from './validate-entry.js';

/** An entry as `tar` reads it, whose types no declaration of this package needs. */
interface ReadEntry {
  readonly path: string;
  readonly type: string;
  readonly linkpath?: string | undefined;
  mode?: number | undefined;
}

export class EntryFilter {
  readonly #options: ExtractOptions;
  readonly #validate = entryValidator();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: ExtractOptions) {
    this.#options = options;
  }

  /** Whether to write an entry. Call it once for each entry, in order; no entry is accepted after a rejected one. */
  accepts(entry: ReadEntry): boolean {
    if (this.#failure !== undefined) return false;
    try {
      if (!this.#wants(entry)) return false;
    } catch (error) {
      // An exception here would leave the unpacker in an inconsistent state.
      this.#failure = { error };
      return false;
    }
    if (entry.mode !== undefined) entry.mode &= 0o777;
    return true;
  }

  throwIfRefused(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #wants({ path, type, linkpath }: ReadEntry): boolean {
    const { strip = 0, filter, links = 'inside' } = this.#options;
    if (filter?.(path) === false) return false;
    if (links === 'skip' && (type === 'SymbolicLink' || type === 'Link')) return false;
    const stripped = path.split('/').slice(strip).join('/');
    if (strip > 0 && stripped === '') return false;
    const target = type === 'Link' ? linkpath?.split('/').slice(strip).join('/') : linkpath;
    // The names that are stripped must not contain `..` either.
    const checkedPath = strip > 0 && !path.includes('..') ? stripped : path;
    const reason = this.#validate({ path: checkedPath, type, linkpath: target });
    if (reason === undefined) return true;
    const message = `The archive's entry ${JSON.stringify(path)} was refused: ${reason}.`;
    throw new ArchiveError('ENTRY_REFUSED', message, path);
  }
}

/** The options of `extract`. */
export interface ExtractOptions {
  /** How many leading path segments to remove from every path; default 0. */
  readonly strip?: number;
  /** Selects the entries to write by their path in the archive; by default all. */
  readonly filter?: (path: string) => boolean;
  /** `skip` writes no links and continues; by default a link that leads out of the folder is an error. */
  readonly links?: 'inside' | 'skip';
  readonly signal?: AbortSignal;
}
