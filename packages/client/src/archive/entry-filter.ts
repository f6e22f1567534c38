/** Which entries of an archive are written: what the caller wants of what may be. */
import type { ReadEntry } from 'tar';
import { ArchiveError } from './archive-error.js';
import type { ExtractOptions } from './extract-options.js';
import { judge } from './validate-entry.js';

export class EntryFilter {
  readonly #options: ExtractOptions;
  readonly #refusedBy = judge();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: ExtractOptions) {
    this.#options = options;
  }

  /** Called once for each entry, in their order; nothing is accepted behind an entry that was refused. */
  accepts(entry: ReadEntry): boolean {
    if (this.#failure !== undefined) return false;
    try {
      if (!this.#wants(entry)) return false;
    } catch (error) {
      // Thrown here, it would leave the unpacker in the middle of a step.
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
    // What is stripped away must be harmless too.
    const checkedPath = strip > 0 && !path.includes('..') ? stripped : path;
    const reason = this.#refusedBy({ path: checkedPath, type, linkpath: target });
    if (reason === undefined) return true;
    const message = `The archive's entry ${JSON.stringify(path)} was refused: ${reason}.`;
    throw new ArchiveError('ENTRY_REFUSED', message, path);
  }
}
