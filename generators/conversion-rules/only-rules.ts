/** Places the rules about everything that only one version has, where no rule for a single place decides. */
import type { ConversionRule, OnlyPlace, PlacedRule } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import type { RulesByPlace } from './rules-by-place.js';

/**
 * Returns the rules at their places.
 *
 * @param written the rules of single places, which precede these
 */
export function onlyRules(
  rules: readonly ConversionRule[],
  sites: readonly DivergenceSite[],
  written: RulesByPlace,
): readonly PlacedRule[] {
  return sites.flatMap((site): readonly PlacedRule[] => {
    if (site.kind !== 'only' || site.messageKind !== 'request' || Object.keys(site.at).length === 0) return [];
    const rule = rules.find(({ at }) => at.in === 'only' && isOf(at, site));
    if (rule === undefined || written.deciding(rule.direction, site) !== undefined) return [];
    return [placed(rule, site, written.isMoved(rule.direction, site))];
  });
}

function isOf({ side, operations }: OnlyPlace, site: DivergenceSite): boolean {
  return side === site.side && (operations.length === 0 || operations.includes(site.operation));
}

/** @param isElsewhere whether another rule copies the value elsewhere */
function placed(
  rule: ConversionRule,
  { operation, at, when, recursion }: DivergenceSite,
  isElsewhere: boolean,
): PlacedRule {
  const { direction, difference, description } = rule;
  const shared = { operation, direction, difference, description, at, ...(recursion !== undefined && { recursion }) };
  if (isElsewhere) return { ...shared, when, rule: 'drop', parts: {} };
  // Nothing is lost without a word.
  if (rule.rule !== 'refuse') return { ...shared, when, rule: 'drop', parts: { loss: description } };
  const { status, message } = rule;
  const parts = { status, message: message.replaceAll('{place}', placeText(at)) };
  return { ...shared, when: [...when, { of: '', is: 'present' }], rule: 'refuse', parts };
}

/** Returns a place as users of the API name it. */
function placeText({ body, query, path = '', header }: DivergenceSite['at']): string {
  return body ?? (header === undefined ? `query ${query ?? ''}${path === '' ? '' : ` ${path}`}` : `header ${header}`);
}
