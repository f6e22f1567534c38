/** A rule of the linter: its name, the severity of its findings, and its check. */
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

/** A finding of a rule in a document. */
export interface LintFinding {
  /** `error`: the document contradicts itself or its specification. `warning`: it may surprise its users. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule. */
  readonly rule: string;
  /** The location: `v1.44.yaml#/paths/~1info/get`. */
  readonly place: string;
  readonly sentence: string;
}
