/** The rules of conversions, as data. A closed vocabulary: what it cannot say is a step, which code decides. */

/** Any JSON value. */
export type RuleValue = null | boolean | number | string | readonly RuleValue[] | { readonly [key: string]: RuleValue };

/**
 * Where a rule acts. A path reads `HostConfig.Mounts[].Type`: `[]` is each entry of a list, `{}` each of a map, and the
 * empty path the whole. Without any of these it is the message as a whole.
 */
export interface Place {
  /** In the JSON body; of a stream of JSON values, in each of its items. */
  readonly body?: string;
  /** A query parameter, */
  readonly query?: string;
  /** and a path into the JSON that it carries. */
  readonly path?: string;
  /** A header, in any case of letters. */
  readonly header?: string;
}

/** What must hold. `of` is a member beside the place, or of the entry where the place ends in brackets; `''` is the place itself. */
export interface Condition {
  readonly of: string;
  /** One of these values, of which null stands for absence too; or a state. `several` is more than one entry. */
  readonly is?: readonly RuleValue[] | 'present' | 'absent' | 'several';
  /** Present, and none of these values. */
  readonly not?: readonly RuleValue[];
}

interface RuleBase {
  /** The difference that it belongs to; none where it follows from the shapes of the two versions. */
  readonly difference?: string;
  readonly at: Place;
  /** All of these must hold for the rule to act. */
  readonly when?: readonly Condition[];
}

/** Writes the value where there is none, or null. */
export interface DefaultRule extends RuleBase {
  readonly rule: 'default';
  readonly value: RuleValue;
}

/** Writes the value whatever is there. */
export interface SetRule extends RuleBase {
  readonly rule: 'set';
  readonly value: RuleValue;
}

/** Writes, where there is none or an empty list, what it makes of another part: the same, the sum of all, the first of a list, a list of the one (none of nothing). */
export interface FillRule extends RuleBase {
  readonly rule: 'fill';
  readonly by: 'copy' | 'sum' | 'first' | 'list';
  /** A path as that of the place; brackets that both share stand for the same entries, further ones collect all. */
  readonly from: string;
}

/** Writes `value` where `from` stands; of a record the members named suffice, and only they change. */
export interface ReplaceRule extends RuleBase {
  readonly rule: 'replace';
  readonly from: RuleValue;
  readonly value: RuleValue;
}

/** Leaves it out. */
export interface DropRule extends RuleBase {
  readonly rule: 'drop';
  /** Added to `Warnings` of the answer when something was left out. */
  readonly warning?: string;
}

/** Lets it pass, and adds the text to `Warnings` of the answer. */
export interface WarnRule extends RuleBase {
  readonly rule: 'warn';
  readonly warning: string;
}

/** Does not pass the message on, but answers with this error. */
export interface RefuseRule extends RuleBase {
  readonly rule: 'refuse';
  readonly status: number;
  /** `{}` stands for the value, `{Type}` for a member beside it. */
  readonly message: string;
}

/** Leaves it to code of this name. */
export interface StepRule extends RuleBase {
  readonly rule: 'step';
  readonly step: string;
}

export type Rule = DefaultRule | SetRule | FillRule | ReplaceRule | DropRule | WarnRule | RefuseRule | StepRule;

/** The rules of one operation, in the order in which they act. Up is from the older to the newer shape, down the other way. */
export interface OperationConversion {
  readonly request: { readonly up: readonly Rule[]; readonly down: readonly Rule[] };
  readonly response: { readonly up: readonly Rule[]; readonly down: readonly Rule[] };
}
