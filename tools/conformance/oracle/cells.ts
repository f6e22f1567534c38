// The cells of the result: one for each operation and version.

import type { Comparison } from './compare-arms.js';
import type { Deviation } from './deviations.js';

/**
 * `equal`: every exchange is equal, and one of them succeeded. `refusals-only`: every exchange is equal, but the engine refused
 * all of them. `different`: an exchange differs. `deviation`: it differs for a known reason. `missing`: there is no exchange.
 */
export type CellState = 'equal' | 'refusals-only' | 'different' | 'deviation' | 'missing';

export interface Cell {
  readonly operation: string;
  readonly version: string;
  readonly state: CellState;
  readonly exchanges: number;
  /** The exchanges that differ. */
  readonly unequal: readonly Comparison[];
  /** The exchanges that differ in some recordings only. */
  readonly unsteady: readonly Comparison[];
}

export function cells(
  operations: readonly string[],
  version: string,
  comparisons: readonly Comparison[],
  deviations: readonly Deviation[],
): readonly Cell[] {
  return operations.map((operation) => {
    const own = comparisons.filter((comparison) => comparison.operation === operation);
    const unequal = own.filter((comparison) => comparison.differences.length > 0);
    const isKnown = deviations.some((one) => one.operation === operation && one.versions?.includes(version) !== false);
    const unsteady = own.filter((comparison) => comparison.unsteady);
    return { operation, version, state: state(own, unequal, isKnown), exchanges: own.length, unequal, unsteady };
  });
}

/** Whether the bridge responds as the engine does: where the engine refuses every request, so does the bridge. */
export const isReached = ({ state }: Cell): boolean => state === 'equal' || state === 'refusals-only';

function state(own: readonly Comparison[], unequal: readonly Comparison[], isKnown: boolean): CellState {
  if (own.length === 0) return 'missing';
  if (unequal.length > 0) return isKnown ? 'deviation' : 'different';
  return own.some(({ status = 0 }) => status === 101 || (status >= 200 && status < 400)) ? 'equal' : 'refusals-only';
}
