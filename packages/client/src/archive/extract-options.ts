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
