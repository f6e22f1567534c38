/** The types of rule checks and of the functions that build them. */
import type { SchemaRule } from '@lading/runtime-wire';
import type { Problems } from '../problems.js';
import type { RuleField, ReadonlyObject } from './rule-field.js';

export type RuleCheck = (object: ReadonlyObject, problems: Problems) => void;

/** Returns the segments of a path in a rule, for example `['Mounts', '[]', 'Type']`. */
export type SegmentsOf = (path: string) => readonly string[];

export interface ObjectCheck {
  /** The property without which the rule cannot be broken, if any. */
  readonly field: string | undefined;
  readonly check: RuleCheck;
}

/** The input for building the check of a rule. */
export interface RuleContext {
  readonly rule: SchemaRule;
  readonly ruleFields: readonly RuleField[];
  /** The segments of the fields, in the same order. */
  readonly segments: readonly (readonly string[])[];
  /** Adds a problem with the sentence of the rule. The pointer is that of the first field unless given. */
  readonly addProblem: (problems: Problems, wants: string, pointer?: string) => void;
}

export type CheckBuilder = (context: RuleContext) => RuleCheck;
