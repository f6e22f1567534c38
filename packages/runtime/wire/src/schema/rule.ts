/**
 * Rules that no single type can express: between properties, or about a number that is either zero or within limits.
 */

/** Rules about one number. */
type ScalarRuleKind = 'zero-or-minimum' | 'zero-or-range' | 'positive-minimum';

/** Rules between properties of an object, or between parameters and body of an operation. */
export type ObjectRuleKind =
  | 'only-when'
  | 'not-when'
  | 'needs-when'
  | 'not-together'
  | 'requires'
  | 'excludes'
  | 'at-least-one-of'
  | 'at-most-one-of'
  | 'exactly-one-of'
  | 'greater-than'
  | 'not-less-than'
  | 'max-entries'
  | 'matches'
  | 'unique-entries'
  | 'distinct-paths'
  | 'keys-among'
  | 'listed-in'
  | 'same-as-entry'
  | 'within-network'
  | 'prefix-at-most'
  | 'no-host-bits';

/** Rules that change the value that is read, and reject nothing. */
type DefaultRuleKind = 'defaults-to';

/** Rules of an operation, about its response or about the object that it changes. */
type OperationRuleKind = 'never-returned' | 'returned-when' | 'current-version';

/** The value of a rule. An array has one entry for each field. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * One rule. A field is _given_ unless it is absent, null, false, 0, or an empty string, array or map; an object whose
 * properties are named is given even when it is empty.
 *
 * Values are compared as strings; alternatives are separated by `|`. An empty alternative means "not given", and `*`,
 * `?` and `[1-9]` are wildcards as in file names.
 *
 * - `zero-or-minimum` n, `zero-or-range` `'a-b'`, `positive-minimum` n: a number is zero or at least n; zero or from a
 *   to b; at least n if it is positive.
 * - `only-when` [a, b] v: a is given only if b is one of v; `not-when`: never if b is one of v; `needs-when`: always if
 *   b is one of v.
 * - `not-together` [a, b, …] [v, w, …]: never a is one of v, b is one of w, and so on.
 * - `requires` [a, b]: a is given only together with b; `excludes` [a, b]: never together.
 * - `at-least-one-of`, `at-most-one-of`, `exactly-one-of`: how many of the fields are given.
 * - `greater-than`, `not-less-than` [a, b]: if both are positive numbers (or strings of digits), a > b or a ≥ b.
 * - `max-entries` n: each of the fields has at most n entries.
 * - `matches` [a, …] v: every string in these fields matches the regular expression v, or v with flags: [v, 'i'].
 * - `unique-entries` [array, a, b, …] [v, w, …]: no two entries of the array have equal properties a, b and so on. A
 *   property that is not given has its value in v, w, …; an entry without such a value is not compared.
 * - `distinct-paths` [a, b, …] v: all paths in these fields differ, and none is the root. The first group of the
 *   regular expression v is the path.
 * - `keys-among` [map, b] [v, w]: if b is one of w, every key of the map is one of v.
 * - `listed-in` [a, array, property, mark]: a is the property of an entry of the array in which the mark is given too.
 * - `same-as-entry` [a, map, key, property] v: a equals the property of the map entry that `key` names, if both are
 *   given; a key that is not given, or `default`, names v.
 * - `within-network` [a, b]: the address or network a (or each value of a) lies within the network b.
 * - `no-host-bits` [a, …]: the networks have no bits set after their prefixes.
 * - `prefix-at-most` [array, n]: no network of the array has a prefix longer than n.
 * - `defaults-to` [a, b]: a gets the value of b if it is absent.
 * - `never-returned` [a, …]: the response never has these properties; `returned-when` [a, p]: only if the query
 *   parameter p is given.
 * - `current-version` [p] op: the query parameter p is the current `Version.Index`, as the operation `op` returns it.
 *
 * Fields are paths with dots. `Mounts[].Type` means the entries of an array, and a rule with such fields applies to
 * each entry. `{}` at the end means the keys of a map.
 */
export interface SchemaRule {
  readonly kind: ScalarRuleKind | ObjectRuleKind | DefaultRuleKind | OperationRuleKind;
  /** Paths relative to the object; in rules of an operation `body.…`, or the name of a parameter. */
  readonly fields?: readonly string[];
  readonly value?: RuleValue;
  /** The rule as one sentence, which is part of the error message when a value breaks it. */
  readonly description: string;
}

/** Returns the rule's sentence without its full stop, as part of another sentence. */
export function sentence({ description }: SchemaRule): string {
  return description.replace(/\.$/, '');
}
