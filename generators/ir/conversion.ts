/** Conversions between two versions: the rules of every operation that differs, each at its place in a message. */
import type { Api } from './api.js';
import type { ConversionDirection, ConversionRule, ConversionValue } from './conversion-rule.js';

/** Two versions, with the rules and differences of the overlay between them. */
export interface VersionStep {
  /** The version that the overlay makes. */
  readonly version: string;
  readonly older: Api;
  readonly newer: Api;
  readonly rules: readonly ConversionRule[];
  readonly differences: readonly Difference[];
  /**
   * Whether servers of the API match the names in requests in any case, and ignore what they do not know, as engines do. Then requests
   * keep what only the older version has.
   */
  readonly ignoresUnknown?: boolean;
}

/** The rules of an operation by direction, in the order in which they act. */
export interface OperationRules {
  readonly id: string;
  readonly rules: Readonly<Record<ConversionDirection, readonly PlacedRule[]>>;
}

/** A rule at its place in one operation, either written in an overlay or derived from the types. */
export interface PlacedRule {
  readonly operation: string;
  readonly direction: ConversionDirection;
  /** The difference that the rule belongs to; absent for a derived rule that no action covers. */
  readonly difference?: string;
  /** A description of the rule in one sentence. */
  readonly description: string;
  readonly at: PlainPlace;
  readonly when: readonly {
    readonly of: string;
    readonly is?: ConversionValue;
    readonly not?: readonly ConversionValue[];
  }[];
  /** The kind of the rule. */
  readonly rule: string;
  /** The further properties of a rule of this kind: `value`, `message`, `hook` … */
  readonly parts: Readonly<Record<string, ConversionValue>>;
  /** Where schemas around the place contain themselves: the rule also acts there, at any depth. */
  readonly recursion?: readonly Recursion[];
  /** Whether the rule is derived from the types. */
  readonly derived?: true;
  /** Whether a derived rule acts after the written ones in every direction. */
  readonly isLast?: true;
  /** Whether a hook acts outside of all rules. */
  readonly isOutermost?: true;
}

/** Values that are of the same schemas as a value around them. In the query, the paths begin with the name of the parameter. */
export interface Recursion {
  /** The path of the inner values. */
  readonly at: string;
  /** The path of the value around them, at which `at` begins. */
  readonly like: string;
}

/** A place as runtimes read it: `body`, or `query` with `path`, or `header`; without any of them, the message as a whole. */
export interface PlainPlace {
  readonly body?: string;
  readonly query?: string;
  readonly path?: string;
  readonly header?: string;
  /** The name of a parameter in the path of a request. */
  readonly segment?: string;
}

/** A named difference between two versions, which groups actions and rules of an overlay. */
export interface Difference {
  /** `df-parent` */
  readonly id: string;
  /** The descriptions of its actions, a sentence each. */
  readonly descriptions: readonly string[];
  /** Those of the actions that change more than prose: what is different for users. */
  readonly effects: readonly string[];
  /** The properties that its actions change: `BuildCache.Parent`. */
  readonly properties: readonly string[];
}
