/** What a conversion cannot carry over from one version to the other. */
import type { DropRule, RefuseRule, Rule, WarnRule } from './rule.js';

/** A rule by which messages of an operation lose something or are refused. */
export interface Loss {
  /** The version of the clients of the conversion that loses it; of a chain, that is one of several. */
  readonly client: string;
  readonly engine: string;
  readonly message: 'request' | 'response';
  readonly rule: LossRule;
}

type LossRule = DropRule | WarnRule | RefuseRule;

/** Returns those of the rules by which something is lost. */
export function lossRules(rules: readonly Rule[]): readonly LossRule[] {
  return rules.filter((rule): rule is LossRule => {
    if (rule.rule === 'warn' || rule.rule === 'refuse') return true;
    return rule.rule === 'drop' && !rules.some((other) => copies(other, rule));
  });
}

/** Whether the value that is dropped stands somewhere else afterwards: together, both rules rename a property. */
function copies(rule: Rule, { at: { body, query, path, header }, when }: DropRule): boolean {
  if (rule.rule !== 'fill' || (rule.by !== 'copy' && rule.by !== 'list') || rule.when !== when) return false;
  if (body !== undefined) return rule.at.body !== undefined && rule.from === body;
  if (header !== undefined) return rule.at.header !== undefined && rule.from === header;
  return rule.at.query === query && rule.from === path;
}
