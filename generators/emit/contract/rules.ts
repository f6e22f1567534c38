/** Rules that a server can check, as data; rules that are only sentences are left out. */
import { type Code, list, literal, object, type Rule, type RuleValue } from '../../emitter/index.js';

/** The kinds of rules about one number. */
const scalarKinds: ReadonlySet<string> = new Set(['zero-or-minimum', 'zero-or-range', 'positive-minimum']);

/** The kinds of rules between fields, or between parameters and the body. */
const recordKinds: ReadonlySet<string> = new Set([
  'only-when',
  'not-when',
  'needs-when',
  'requires',
  'excludes',
  'at-least-one-of',
  'at-most-one-of',
  'exactly-one-of',
  'greater-than',
  'not-less-than',
  'max-entries',
  'matches',
  'not-together',
  'unique-entries',
  'distinct-paths',
  'keys-among',
  'listed-in',
  'same-as-entry',
  'within-network',
  'prefix-at-most',
  'no-host-bits',
  'defaults-to',
  'never-returned',
  'returned-when',
  'current-version',
]);

/** Returns the rules about one number. */
export function scalarRules(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter(({ kind, value }) => scalarKinds.has(kind) && value !== undefined);
}

/** Returns the rules between fields. */
export function recordRules(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter(({ kind, fields = [], later }) => recordKinds.has(kind) && fields.length > 0 && later !== true);
}

/** Returns the code of a rule's value. */
function valueCode(value: RuleValue): Code {
  if (typeof value === 'object') return list(value.map(valueCode));
  return typeof value === 'string' ? literal(value) : String(value);
}

/**
 * Returns the code of rules. A server that rejects a request states the condition itself, so it needs only the reason.
 */
export function rulesCode(rules: readonly Rule[]): Code {
  return list(
    rules.map(({ kind, fields = [], value, sentence }) =>
      object([
        ['kind', literal(kind)],
        ...(fields.length === 0 ? [] : [['fields', list(fields.map(literal))] as const]),
        ...(value === undefined ? [] : [['value', valueCode(value)] as const]),
        ['description', literal(sentence)],
      ]),
    ),
  );
}
