/** The conversions between neighbouring versions, as generated packages list them. */
import type { ConversionProvider } from './conversion-routes.js';
import type { Conversion } from './conversion.js';

/** A difference between two versions, to which rules refer by its id. */
export interface Difference {
  readonly id: string;
  readonly descriptions: readonly string[];
  /** The operations whose messages are converted for it. */
  readonly operations: readonly string[];
}

/** The conversions between two neighbouring versions. */
export interface ConversionStep {
  readonly older: string;
  readonly newer: string;
  /** Creates the conversion of older clients for an implementation of the newer version. */
  readonly olderClients: () => Conversion;
  /** Creates the conversion of newer clients for an implementation of the older version. */
  readonly newerClients: () => Conversion;
  readonly differences: readonly Difference[];
}

/** Returns the conversions of neighbouring versions in both directions. */
export function providersOf(steps: readonly ConversionStep[]): readonly ConversionProvider[] {
  return steps.flatMap(({ older, newer, olderClients, newerClients }) => [
    { client: older, engine: newer, load: olderClients },
    { client: newer, engine: older, load: newerClients },
  ]);
}
