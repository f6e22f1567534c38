/** What a rule finds in a document. */
export interface Finding {
  /** `error`: the document contradicts itself or its specification. `warning`: it will surprise somebody. */
  readonly severity: 'error' | 'warning';
  /** The name of the rule, which is the name of its file. */
  readonly rule: string;
  /** `v1.44.yaml#/paths/~1info/get` */
  readonly place: string;
  readonly sentence: string;
}
