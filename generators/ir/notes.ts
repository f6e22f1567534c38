/** The extensions of an object of the document (`x-…`), except for those that the IR models. */
export interface Extensions {
  /** The extensions by name; the values are JSON. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface ExternalDocs {
  readonly url: string;
  readonly description?: string;
}

/** One of several examples of a parameter, a header or a body. */
export interface NamedExample {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
  /** The value; absent if it is elsewhere. */
  readonly value?: unknown;
  /** The URL of the value. */
  readonly url?: string;
}

/** Metadata besides the type: descriptions, versions, rules. None of it is part of a message. */
export interface Notes extends Extensions {
  readonly title?: string;
  readonly description?: string;
  /** The version that introduced it, which may be one without a document in the specification. */
  readonly since?: string;
  /** The first version without it. */
  readonly until?: string;
  readonly deprecated?: Deprecation;
  readonly rules?: readonly Rule[];
  readonly externalDocs?: ExternalDocs;
  readonly example?: unknown;
  /** The named examples; `example` is the first of them. */
  readonly examples?: readonly NamedExample[];
  /** The optional properties or parameters that an example shows first, the most important one first. */
  readonly exampleOrder?: readonly string[];
  /** A typical key of the map, for examples. */
  readonly exampleKey?: string;
}

/** The deprecation of an operation, parameter, property or schema. */
export interface Deprecation {
  /** The version that deprecated it, if known. */
  readonly since?: string;
  /** A sentence on what to use instead. */
  readonly use?: string;
}

/** The operand of a rule: one value, or one for each of its fields. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * A rule that schemas cannot express: about a value (`zero-or-minimum`), between fields (`greater-than`, `exactly-one-of`), or
 * only as a sentence (`sentence`).
 */
export interface Rule {
  readonly kind: string;
  /** The fields that the rule concerns, relative to the record that has the rule. */
  readonly fields?: readonly string[];
  readonly value?: RuleValue;
  /** Whether a request that violates the rule is accepted and fails later: an order that is never delivered. */
  readonly later?: true;
  readonly sentence: string;
}
