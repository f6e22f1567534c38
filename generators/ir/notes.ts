/** What is said about a thing besides its shape: words, versions, rules. None of it is on the wire. */
export interface Notes {
  readonly title?: string;
  readonly description?: string;
  /** The version that brought it; known also for versions that no document here describes. */
  readonly since?: string;
  /** The version that no longer has it. */
  readonly until?: string;
  readonly deprecated?: Deprecation;
  readonly rules?: readonly Rule[];
  readonly example?: unknown;
  /** The optional properties or parameters that an example shows first, the most telling one first. */
  readonly exampleOrder?: readonly string[];
  /** A key of the map, for examples. */
  readonly exampleKey?: string;
}

export interface Deprecation {
  /** The version that deprecated it, where known. */
  readonly since?: string;
  /** What to use instead, as a sentence. */
  readonly use?: string;
}

/** One value, or one for each field of the rule. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * A rule that shapes cannot say: about a value (`zero-or-minimum`), between fields (`greater-than`, `exactly-one-of`)
 * or about when something holds (`sentence` only).
 */
export interface Rule {
  readonly kind: string;
  /** Fields it speaks of, relative to the record it stands on. */
  readonly fields?: readonly string[];
  readonly value?: RuleValue;
  /** A request that breaks it is accepted, and what it asks for fails later: an order that is never delivered. */
  readonly later?: true;
  readonly sentence: string;
}
