/** Rules that no single type can express: between properties, or about a number that is either zero or within bounds. */

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

/** Rules that change what is read, and refuse nothing. */
type DefaultRuleKind = 'defaults-to';

/** Rules of an operation: about its response, or about the object that it changes. */
type OperationRuleKind = 'never-returned' | 'returned-when' | 'current-version';

/** A value of a rule. A list has one entry for each field. */
export type RuleValue = string | number | boolean | readonly (string | number | boolean)[];

/**
 * One rule. A field is _given_ unless it is absent, null, false, 0, or an empty string, array or map; an object whose
 * properties are named is given even when it is empty.
 *
 * Values are compared as strings; alternatives are separated by `|`. An empty alternative means "not given", and `*`, `?`
 * and `[1-9]` are wildcards as in file names.
 *
 * - `zero-or-minimum` n, `zero-or-range` `'a-b'`, `positive-minimum` n: a number is zero or at least n, zero or from a to
 *   b, at least n where it is positive.
 * - `only-when` [a, b] v: a is given only where b is one of v; `not-when`: never where b is one of v; `needs-when`: always
 *   where b is one of v.
 * - `not-together` [a, b, …] [v, w, …]: never a is one of v, b is one of w, and so on.
 * - `requires` [a, b]: a is given only together with b; `excludes` [a, b]: never together.
 * - `at-least-one-of`, `at-most-one-of`, `exactly-one-of`: how many of the fields are given.
 * - `greater-than`, `not-less-than` [a, b]: where both are positive numbers (or strings of digits), a > b or a ≥ b.
 * - `max-entries` n: each of the fields has at most n entries.
 * - `matches` [a, …] v: every string at these places matches the regular expression v, or v with flags: [v, 'i'].
 * - `unique-entries` [list, a, b, …] [v, w, …]: no two entries of the list have equal members a, b and so on. Where a
 *   member is not given it counts as its value; an entry does not count where there is no such value.
 * - `distinct-paths` [a, b, …] v: all paths at these places differ, and none is the root; v is a regular expression whose first group is the path.
 * - `keys-among` [map, b] [v, w]: where b is one of w, every key of the map is one of v.
 * - `listed-in` [a, list, member, mark]: a is the member of an entry of the list in which the mark is given too.
 * - `same-as-entry` [a, map, key, member] v: a equals the member of that entry of the map which `key` names, where both
 *   are given; a key that is not given, or `default`, names v.
 * - `within-network` [a, b]: the address or network a (or each value of a) lies within the network b.
 * - `no-host-bits` [a, …]: the networks have no bits set beyond their prefixes.
 * - `prefix-at-most` [list, n]: no network of the list has a prefix longer than n.
 * - `defaults-to` [a, b]: a takes the value of b where it is absent.
 * - `never-returned` [a, …]: these properties of the response are never there; `returned-when` [a, p]: only where the query
 *   parameter p is given.
 * - `current-version` [p] op: the query parameter p is the present `Version.Index`, as the operation `op` returns it.
 *
 * Fields are paths with dots; `Mounts[].Type` means the entries of an array, and a rule with such fields holds for each.
 * A last `{}` means the keys of a map.
 */
export interface SchemaRule {
  readonly kind: ScalarRuleKind | ObjectRuleKind | DefaultRuleKind | OperationRuleKind;
  /** Paths, relative to the object; of an operation `body.…`, or the name of a parameter. */
  readonly fields?: readonly string[];
  readonly value?: RuleValue;
  /** The rule as one sentence: part of the message to whoever breaks it. */
  readonly says: string;
}

/** The rule's sentence as part of another. */
export function sentence({ says }: SchemaRule): string {
  return says.replace(/\.$/, '');
}
