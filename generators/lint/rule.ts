/** A rule of the linter: its name, the severity of its findings, and its check. */
import type { LintFinding } from './finding.js';
import type { Inventory } from './inventory.js';

export interface LintRule {
  /** Equal to the name of the rule's file. */
  readonly name: string;
  readonly severity: LintFinding['severity'];
  readonly check: (inventory: Inventory) => readonly Remark[];
}

/** A finding without its rule and severity. */
export interface Remark {
  readonly path: readonly string[];
  readonly sentence: string;
}
