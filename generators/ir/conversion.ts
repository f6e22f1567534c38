/** The conversion between two versions: the rules of every operation that differs, each at its place in a message. */
import type { Api } from './api.js';
import type { Difference } from './difference.js';
import type { ConversionDirection, ConversionRule, ConversionValue } from './conversion-rule.js';

/** Two versions, and what the overlay between them says. */
export interface VersionStep {
  /** The version whose overlay it is. */
  readonly version: string;
  readonly older: Api;
  readonly newer: Api;
  readonly rules: readonly ConversionRule[];
  readonly differences: readonly Difference[];
}

/** The rules of an operation by direction, in the order in which they act. */
export interface OperationRules {
  readonly id: string;
  readonly rules: Readonly<Record<ConversionDirection, readonly PlacedRule[]>>;
}

/** A rule at its place in one operation, whether somebody wrote it or it follows from the types. */
export interface PlacedRule {
  readonly operation: string;
  readonly direction: ConversionDirection;
  /** None where it follows from types and no action speaks of it. */
  readonly difference?: string;
  /** One sentence. */
  readonly says: string;
  readonly at: PlainPlace;
  readonly when: readonly {
    readonly of: string;
    readonly is?: ConversionValue;
    readonly not?: readonly ConversionValue[];
  }[];
  /** The kind of the rule. */
  readonly rule: string;
  /** What the kind says besides: `value`, `message`, `step` … */
  readonly parts: Readonly<Record<string, ConversionValue>>;
  /** It was not written by anyone. */
  readonly derived?: true;
}

/** A place as runtimes read it: `body`, or `query` with `path`, or `header`, or the message as a whole. */
export interface PlainPlace {
  readonly body?: string;
  readonly query?: string;
  readonly path?: string;
  readonly header?: string;
}
