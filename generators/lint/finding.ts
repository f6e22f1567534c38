/** A finding of a rule in a document. */
export interface LintFinding {
  /** `error`: the document contradicts itself or its specification. `warning`: it may surprise its users. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule, which is the name of its file. */
  readonly rule: string;
  /** The location: `v1.44.yaml#/paths/~1info/get`. */
  readonly place: string;
  readonly sentence: string;
}
