/** The rules of conversions, as data. The set of rules is closed: a conversion hook does what they cannot express. */

/** Any JSON value. */
export type RuleValue = null | boolean | number | string | readonly RuleValue[] | { readonly [key: string]: RuleValue };

/**
 * Where a rule acts. In a path such as `HostConfig.Mounts[].Type`, `[]` is each entry of an array and `{}` each value of a
 * map; the empty path is the root. A backslash escapes a dot or a bracket of a name. Without any of these properties, the rule is about the message as a whole.
 */
export interface Place {
  /** A path in the JSON body; in a stream of JSON values, in each of its items. */
  readonly body?: string;
  /** The name of a query parameter. */
  readonly query?: string;
  /** A path in the JSON value of the query parameter. */
  readonly path?: string;
  /** The name of a header, case-insensitive. */
  readonly header?: string;
  /** The name of a parameter in the path of a request. */
  readonly segment?: string;
}

/**
 * A condition of a rule. `of` is a property beside the place, or of the entry if the place ends in brackets; `''` is the
 * place itself.
 */
export interface Condition {
  readonly of: string;
  /** One of these values, where null also matches absence; or a state. `several` is more than one entry. */
  readonly is?: readonly RuleValue[] | 'present' | 'absent' | 'several';
  /** The value is present, and is none of these. */
  readonly not?: readonly RuleValue[];
}

/** Values that are of the same schemas as a value around them. In the query, the paths begin with the name of the parameter. */
export interface Recursion {
  /** The path of the inner values. */
  readonly at: string;
  /** The path of the value around them, at which `at` begins. */
  readonly like: string;
}

interface RuleBase {
  /** The difference that the rule belongs to; absent if the rule follows from the schemas of the two versions. */
  readonly difference?: string;
  readonly at: Place;
  /** All of these must hold for the rule to act. */
  readonly when?: readonly Condition[];
  /** Where schemas contain themselves: the rule also acts at the same place in these values, at any depth. */
  readonly recursion?: readonly Recursion[];
}

/** Writes the value if there is none, or null. */
export interface DefaultRule extends RuleBase {
  readonly rule: 'default';
  readonly value: RuleValue;
}

/** Writes the value, replacing any other. */
export interface SetRule extends RuleBase {
  readonly rule: 'set';
  readonly value: RuleValue;
}

/**
 * Writes a value from another path if there is none, or an empty array: the same value (`copy`; nothing if it is an empty string,
 * which engines leave out), the sum of all (`sum`), the first entry of an array (`first`), or an array with the value (`list`;
 * nothing if the value is not set).
 */
export interface FillRule extends RuleBase {
  readonly rule: 'fill';
  readonly by: 'copy' | 'sum' | 'first' | 'list';
  /** A path like that of the place; common brackets refer to the same entries, further ones collect all entries. */
  readonly from: string;
}

/** Replaces the value `from` by `value`; in an object only the named properties are compared and replaced. */
export interface ReplaceRule extends RuleBase {
  readonly rule: 'replace';
  readonly from: RuleValue;
  readonly value: RuleValue;
}

/** Removes the value. */
export interface DropRule extends RuleBase {
  readonly rule: 'drop';
  /** Added to `Warnings` of the response if a value that is set was removed. */
  readonly warning?: string;
  /** Reported as a loss of the request, but not in `Warnings`, if there was a value. */
  readonly loss?: string;
}

/** Leaves the value as it is, and adds the warning to `Warnings` of the response. */
export interface WarnRule extends RuleBase {
  readonly rule: 'warn';
  readonly warning: string;
}

/** Responds with this error instead of passing the message on. */
export interface RefuseRule extends RuleBase {
  readonly rule: 'refuse';
  readonly status: number;
  /**
   * The message, where `{}` is replaced by the value, `{Type}` by a property beside it, and `{client version}` by the version of
   * the client.
   */
  readonly message: string;
}

/** Moves a value of another name to the place; nothing, where there is no such value. */
export interface RenameRule extends RuleBase {
  readonly rule: 'rename';
  /** The other name: of a property beside the place, of a query parameter, of a header, or of a parameter in the path. */
  readonly from: string;
}

/** Writes what a function of the conversion hook of this name returns for the value. */
export interface ConvertRule extends RuleBase {
  readonly rule: 'convert';
  readonly hook: string;
  /** Whether the function is also called where there is no value. */
  readonly absent?: true;
}

/** Calls the conversion hook of this name. */
export interface HookRule extends RuleBase {
  readonly rule: 'hook';
  readonly hook: string;
}

export type Rule =
  | DefaultRule
  | SetRule
  | FillRule
  | ReplaceRule
  | DropRule
  | WarnRule
  | RefuseRule
  | RenameRule
  | ConvertRule
  | HookRule;

/** The rules of one operation, in the order in which they act. `upgrade` converts to the newer schema, `downgrade` to the older. */
export interface OperationConversion {
  readonly request: { readonly upgrade: readonly Rule[]; readonly downgrade: readonly Rule[] };
  readonly response: { readonly upgrade: readonly Rule[]; readonly downgrade: readonly Rule[] };
}

/** Returns the place in words: `HostConfig.Annotations`, `query filters until`, `header X-Registry-Auth`; `request` is the whole. */
export function placeText({ body, query, path = '', header, segment }: Place): string {
  if (body !== undefined) return body;
  if (header !== undefined) return `header ${header}`;
  if (segment !== undefined) return `path ${segment}`;
  if (query === undefined) return 'request';
  return path === '' ? `query ${query}` : `query ${query} ${path}`;
}
