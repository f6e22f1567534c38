/** Rules that a server can check, as data; those that are words only are left out. */
import { type Code, list, literal, object } from '../../code/index.js';
import type { Rule, RuleValue } from '../../ir/index.js';

/** Of one number. */
const scalarKinds: ReadonlySet<string> = new Set(['zero-or-minimum', 'zero-or-range', 'positive-minimum']);

/** Between fields, or parameters and the body. */
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

/** The rules of a number. */
export function scalarRules(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter(({ kind, value }) => scalarKinds.has(kind) && value !== undefined);
}

/** The rules between fields. */
export function recordRules(rules: readonly Rule[] = []): readonly Rule[] {
  return rules.filter(({ kind, fields = [], later }) => recordKinds.has(kind) && fields.length > 0 && later !== true);
}

/** A server states the condition itself when it refuses a request: it needs the reason only. */
function valueCode(value: RuleValue): Code {
  if (typeof value === 'object') return list(value.map(valueCode));
  return typeof value === 'string' ? literal(value) : String(value);
}

export function rulesCode(rules: readonly Rule[]): Code {
  return list(
    rules.map(({ kind, fields = [], value, sentence }) =>
      object([
        ['kind', literal(kind)],
        ...(fields.length === 0 ? [] : [['fields', list(fields.map(literal))] as const]),
        ...(value === undefined ? [] : [['value', valueCode(value)] as const]),
        ['says', literal(sentence)],
      ]),
    ),
  );
}
