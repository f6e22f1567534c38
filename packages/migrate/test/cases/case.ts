/** A program for the command. */
export interface Case {
  readonly file: string;
  /** Where the program was found; without it, the program was written for these tests. */
  readonly from?: string;
  readonly source: string;
}
