/** Finds the rules of a conversion that lose data. */
import type { DropRule, RefuseRule, Rule, WarnRule } from './rule.js';

/** A rule by which messages of an operation lose data or are refused. */
export interface Loss {
  /** The client version of the conversion with the rule; in a chain, one of several conversions. */
  readonly client: string;
  readonly engine: string;
  readonly message: 'request' | 'response';
  readonly rule: LossRule;
}

type LossRule = DropRule | WarnRule | RefuseRule;

/** Returns the rules that lose data. */
export function lossRules(rules: readonly Rule[]): readonly LossRule[] {
  return rules.filter((rule): rule is LossRule => {
    if (rule.rule === 'warn' || rule.rule === 'refuse') return true;
    return rule.rule === 'drop' && !rules.some((other) => copies(other, rule));
  });
}

/** Whether a rule copies the dropped value elsewhere, so that both rules together rename a property. */
function copies(rule: Rule, { at: { body, query, path, header }, when }: DropRule): boolean {
  if (rule.rule !== 'fill' || (rule.by !== 'copy' && rule.by !== 'list') || rule.when !== when) return false;
  if (body !== undefined) return rule.at.body !== undefined && rule.from === body;
  if (header !== undefined) return rule.at.header !== undefined && rule.from === header;
  return rule.at.query === query && rule.from === path;
}
