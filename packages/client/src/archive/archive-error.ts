/** The error for an archive that is broken or must not be extracted. */
import { LadingClientError } from '@lading/runtime-client';

/**
 * An archive is broken, or an entry of it must not be written. Codes: `ENTRY_REFUSED` (the entry would be written outside
 * of the target, or is a device), `ARCHIVE_INVALID`, `COMPRESSION_UNSUPPORTED`.
 */
export class ArchiveError extends LadingClientError {
  /** The entry that caused the error, as the archive names it. */
  readonly entry: string | undefined;

  constructor(code: string, message: string, entry?: string, options?: { readonly cause?: unknown }) {
    super(code, message, options);
    this.entry = entry;
  }
}
