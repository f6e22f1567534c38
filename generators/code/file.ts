/** A file of the output, still in memory. */
export interface OutputFile {
  /** Where it goes: relative to the output folder, with `/` between the segments. */
  readonly path: string;
  /** Its whole content. Prose and JSON may arrive unformatted: they are formatted when written. */
  readonly text: string;
  /** Code of somebody's own layout: TypeScript is formatted too then. */
  readonly isUnformatted?: true;
  /** Its content is as it is to be written: formatting a thousand pages would cost more than all the rest of a run. */
  readonly printed?: true;
}
