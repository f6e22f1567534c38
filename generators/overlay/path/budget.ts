/** The work that one overlay may cause: whoever writes an overlay must not choose how long a run takes. */
import { isArray, isObject, type Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';

/** One unit is the visit of a node, or five steps of a regular expression; all of them take a few seconds. */
const maxUnits = 20_000_000;
/** Each value that an overlay repeats is read by all later steps. */
const unitsOfRepeatedValue = 20;
/** Later steps walk documents by recursion. */
const maxDepth = 500;

class BudgetExceeded extends Error {}

/** Counts the work of all actions of an overlay. */
export class Budget {
  #left = maxUnits;

  /** Ends the action of {@link withinBudget} if too little is left. */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BudgetExceeded('takes too many steps');
  }

  /** Counts the values of a tree that becomes a part of the document at this depth, `times` times. */
  spendTree(tree: Json, depth: number, times: number): void {
    if (depth > maxDepth) throw new BudgetExceeded(`nests the document more than ${maxDepth} levels deep`);
    this.spend(times * unitsOfRepeatedValue);
    if (isArray(tree)) for (const entry of tree) this.spendTree(entry, depth + 1, times);
    else if (isObject(tree)) for (const entry of Object.values(tree)) this.spendTree(entry, depth + 1, times);
  }
}

/**
 * Runs a part of an action.
 *
 * @throws LadingError `OVERLAY_TARGET` at `place` if the budget does not suffice
 */
export function withinBudget<T>(target: string, place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    throw new LadingError({
      code: 'OVERLAY_TARGET',
      subject: `The action for ${shortened(target)} ${error.message}`,
      place,
      remedy: 'Target fewer nodes by their paths, with fewer wildcards, .. and filters',
    });
  }
}

/** Returns the beginning of a long target. */
export function shortened(target: string): string {
  return target.length > 200 ? `${target.slice(0, 200)}…` : target;
}
