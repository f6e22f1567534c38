/** The rules between fields, as functions on an object that was read. */
import { type Schema, type SchemaRule, type ObjectRuleKind, sentence } from '@lading/runtime-wire';
import type { Problems } from '../problem.js';
import type { Builder, RecordCheck, RuleContext, SegmentsOf } from './check-builder.js';
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
} from './pair-rules.js';
import { placeOf, type Values } from './place.js';

const builders: Readonly<Record<ObjectRuleKind, Builder>> = {
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

/** Rules that nobody breaks who does not give their first field. */
const aboutFirst: ReadonlySet<string> = new Set([
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

/** Rules that look at all entries of an array together, or at entries that are no objects. */
const wholeArrays: ReadonlySet<string> = new Set(['distinct-paths', 'matches']);

/** Runs checks. Most fields that rules speak of are not given, and one look at each is all that such rules take. */
export function checkRecord(checks: readonly RecordCheck[], record: Values, problems: Problems): void {
  for (const { field, check } of checks) if (field === undefined || Boolean(record[field])) check(record, problems);
}

/**
 * The check of a rule; undefined for rules about one number, which are checked where the number is read.
 *
 * @param segmentsOf where the object has what the rule calls by a path
 */
export function recordCheck(
  rule: SchemaRule,
  schema: Schema,
  segmentsOf: SegmentsOf = segmentsOfPath,
): RecordCheck | undefined {
  if (!Object.hasOwn(builders, rule.kind) || rule.fields === undefined) return undefined;
  const build = builders[rule.kind as keyof typeof builders];
  const segments = rule.fields.map(segmentsOf);
  const field = aboutFirst.has(rule.kind) ? segments[0]?.[0] : undefined;
  const check = eachEntry(segments, schema, wholeArrays.has(rule.kind), (paths, around) => {
    const places = paths.map((path, index) => placeOf(rule.fields?.[index] ?? '', around, path));
    const first = places[0]?.pointer ?? '';
    const say: RuleContext['say'] = (problems, wants, pointer = first) =>
      problems.addRule(`${wants} (${sentence(rule)})`, pointer);
    return build({ rule, places, segments: paths, say });
  });
  return { field, check };
}

/** The segments of a path with dots, in which `[]` and `{}` are segments of their own. */
export function segmentsOfPath(path: string): readonly string[] {
  return path.split('.').flatMap((part) => part.split(/(?=\[\]$|\{\}$)/));
}
