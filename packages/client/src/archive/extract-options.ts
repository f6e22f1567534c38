/** What a caller may choose where an archive is extracted. */

export interface ExtractOptions {
  /** How many leading names to leave out of every path; default 0. */
  readonly strip?: number;
  /** Which entries to write, by their path in the archive; all by default. */
  readonly filter?: (path: string) => boolean;
  /** `skip` writes no links at all and goes on; by default a link that leaves the folder is an error. */
  readonly links?: 'inside' | 'skip';
  readonly signal?: AbortSignal;
}
