/** A rule of the linter: a name, how grave its findings are, and what it looks for. */
import type { Finding } from './finding.js';
import type { Inventory } from './inventory.js';

export interface Rule {
  /** Equal to the name of the rule's file. */
  readonly name: string;
  readonly severity: Finding['severity'];
  readonly check: (inventory: Inventory) => readonly Remark[];
}

/** A finding before it knows its rule. */
export interface Remark {
  readonly path: readonly string[];
  readonly sentence: string;
}
