/** The error for the output of a custom emitter. */
import { LadingError } from '../../diagnostics/index.js';

/** A call of a custom emitter, for errors. */
export interface EmitterCall {
  /** The package kind, which is the name of the emitter. */
  readonly kind: string;
  /** The file of the emitter. */
  readonly place: string;
  /** The version of the API; none for a package of all versions. */
  readonly version?: string;
}

/** @param reason what is wrong, and where in the output */
export function outputError({ kind, place, version }: EmitterCall, reason: string, remedy: string): LadingError {
  return new LadingError({
    code: 'EMITTER_STRUCTURE',
    subject: `The output of the emitter "${kind}"${version === undefined ? '' : ` for version ${version}`} is invalid: ${reason}`,
    place,
    remedy,
  });
}
