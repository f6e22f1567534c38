/** The rules between properties, as checks of an object that was read. */
import { type Schema, type SchemaRule, type ObjectRuleKind, sentence } from '@lading/runtime-wire';
import type { Problems } from '../problems.js';
import type { CheckBuilder, ObjectCheck, RuleContext, SegmentsOf } from './check-builder.js';
import { atLeastOneOf, atMostOneOf, exactlyOneOf, maxEntries } from './count-rules.js';
import { eachEntry } from './each-entry.js';
import { distinctPaths, keysAmong, listedIn, matches, sameAsEntry, uniqueEntries } from './entry-rules.js';
import { noHostBits, prefixAtMost, withinNetwork } from './network-rules.js';
import {
  excludes,
  greaterThan,
  needsWhen,
  notLessThan,
  notTogether,
  notWhen,
  onlyWhen,
  requires,
} from './field-pair-rules.js';
import { ruleField, type ReadonlyObject } from './rule-field.js';

const builders: Readonly<Record<ObjectRuleKind, CheckBuilder>> = {
  'only-when': onlyWhen,
  'not-when': notWhen,
  'needs-when': needsWhen,
  'not-together': notTogether,
  requires,
  excludes,
  'at-least-one-of': atLeastOneOf,
  'at-most-one-of': atMostOneOf,
  'exactly-one-of': exactlyOneOf,
  'greater-than': greaterThan,
  'not-less-than': notLessThan,
  'max-entries': maxEntries,
  matches,
  'unique-entries': uniqueEntries,
  'distinct-paths': distinctPaths,
  'keys-among': keysAmong,
  'listed-in': listedIn,
  'same-as-entry': sameAsEntry,
  'within-network': withinNetwork,
  'prefix-at-most': prefixAtMost,
  'no-host-bits': noHostBits,
};

/** Rules that cannot be broken if their first field is not given. */
const firstFieldRules: ReadonlySet<string> = new Set([
  'only-when',
  'not-when',
  'requires',
  'excludes',
  'greater-than',
  'not-less-than',
  'unique-entries',
  'keys-among',
  'listed-in',
  'same-as-entry',
  'within-network',
  'prefix-at-most',
]);

/** Rules that check all entries of an array together, or entries that are not objects. */
const wholeArrayRules: ReadonlySet<string> = new Set(['distinct-paths', 'matches']);

/** Runs checks. Most properties that rules name are not given, and such rules cost only one property access. */
export function checkObject(checks: readonly ObjectCheck[], object: ReadonlyObject, problems: Problems): void {
  for (const { field, check } of checks) if (field === undefined || Boolean(object[field])) check(object, problems);
}

/**
 * Returns the check of a rule; undefined for rules about one number, which are checked when the number is read.
 *
 * @param segmentsOf maps a path in the rule to the segments in the object
 */
export function objectCheck(
  rule: SchemaRule,
  schema: Schema,
  segmentsOf: SegmentsOf = segmentsOfPath,
): ObjectCheck | undefined {
  if (!Object.hasOwn(builders, rule.kind) || rule.fields === undefined) return undefined;
  const build = builders[rule.kind as keyof typeof builders];
  const segments = rule.fields.map(segmentsOf);
  const field = firstFieldRules.has(rule.kind) ? segments[0]?.[0] : undefined;
  const check = eachEntry(segments, schema, wholeArrayRules.has(rule.kind), (paths, around) => {
    const places = paths.map((path, index) => ruleField(rule.fields?.[index] ?? '', around, path));
    const first = places[0]?.pointer ?? '';
    const say: RuleContext['addProblem'] = (problems, wants, pointer = first) =>
      problems.addRule(`${wants} (${sentence(rule)})`, pointer);
    return build({ rule, ruleFields: places, segments: paths, addProblem: say });
  });
  return { field, check };
}

/** Splits a path at its dots. `[]` and `{}` are separate segments. */
export function segmentsOfPath(path: string): readonly string[] {
  return path.split('.').flatMap((part) => part.split(/(?=\[\]$|\{\}$)/));
}
