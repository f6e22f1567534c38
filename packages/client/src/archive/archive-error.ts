/** An archive that is not to be trusted, or is broken. */
import { LadingClientError } from '@lading/runtime-client';

/** Codes: `ENTRY_REFUSED` (it would leave the target, or is a device), `ARCHIVE_INVALID`, `COMPRESSION_UNSUPPORTED`. */
export class ArchiveError extends LadingClientError {
  /** The entry that is to blame, as the archive names it. */
  readonly entry: string | undefined;

  constructor(code: string, message: string, entry?: string, options?: { readonly cause?: unknown }) {
    super(code, message, options);
    this.entry = entry;
  }
}
