// The cells of the result: one for each operation and version.

import type { Comparison } from './compare-arms.js';
import { deviationOf, type Deviation } from './lists.js';
import type { Difference } from './differences.js';

/**
 * `equal`: every exchange is equal, and one of them succeeded. `refusals-only`: every exchange is equal, but the engine refused
 * all of them. `different`: an exchange differs. `deviation`: it differs for a known reason. `missing`: there is no exchange.
 */
export type CellState = 'equal' | 'refusals-only' | 'different' | 'deviation' | 'missing';

/** A difference that an entry of the deviations explains. */
export interface ExplainedDifference {
  readonly deviation: Deviation;
  readonly request: string;
  readonly difference: Difference;
}

export interface Cell {
  readonly operation: string;
  readonly version: string;
  readonly state: CellState;
  readonly exchanges: number;
  /** The exchanges that differ, with the differences that no deviation explains. */
  readonly unequal: readonly Comparison[];
  readonly explained: readonly ExplainedDifference[];
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
    const parts = own.map((comparison) => explain(comparison, version, deviations));
    const unequal = parts.map(({ rest }) => rest).filter(({ differences }) => differences.length > 0);
    const explained = parts.flatMap((part) => part.explained);
    const unsteady = own.filter((comparison) => comparison.unsteady);
    const state = stateOf(own, unequal, explained);
    return { operation, version, state, exchanges: own.length, unequal, explained, unsteady };
  });
}

/** Whether the bridge responds as the engine does: where the engine refuses every request, so does the bridge. */
export const isReached = ({ state }: Cell): boolean => state === 'equal' || state === 'refusals-only';

/** Separates the differences of an exchange that deviations explain from the rest. */
function explain(
  comparison: Comparison,
  version: string,
  deviations: readonly Deviation[],
): { readonly rest: Comparison; readonly explained: readonly ExplainedDifference[] } {
  const { request } = comparison;
  const all = comparison.differences.map((difference) => ({
    difference,
    request,
    deviation: deviationOf(deviations, version, comparison, difference),
  }));
  const rest = all.filter(({ deviation }) => deviation === undefined).map(({ difference }) => difference);
  const explained = all.filter((one): one is ExplainedDifference => one.deviation !== undefined);
  return { rest: { ...comparison, differences: rest }, explained };
}

function stateOf(
  own: readonly Comparison[],
  unequal: readonly Comparison[],
  explained: readonly ExplainedDifference[],
): CellState {
  if (own.length === 0) return 'missing';
  if (unequal.length > 0) return 'different';
  if (explained.length > 0) return 'deviation';
  return own.some(({ status = 0 }) => status === 101 || (status >= 200 && status < 400)) ? 'equal' : 'refusals-only';
}
