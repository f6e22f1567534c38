/** What the checks of rules are built from, and what they are built to. */
import type { SchemaRule } from '@lading/runtime-wire';
import type { Problems } from '../problem.js';
import type { Place, Values } from './place.js';

export type Check = (record: Values, problems: Problems) => void;

/** The segments of a path of a rule: `['Mounts', '[]', 'Type']`. */
export type SegmentsOf = (path: string) => readonly string[];

export interface RecordCheck {
  /** The property without which the rule cannot be broken, if there is one. */
  readonly field: string | undefined;
  readonly check: Check;
}

/** What the check of a rule is built from. */
export interface RuleContext {
  readonly rule: SchemaRule;
  readonly places: readonly Place[];
  /** The paths of the places, in the same order. */
  readonly segments: readonly (readonly string[])[];
  /** Adds a problem, with the sentence of the rule; at the first place unless a pointer is given. */
  readonly say: (problems: Problems, wants: string, pointer?: string) => void;
}

export type Builder = (context: RuleContext) => Check;
