/** All rules of a body in their order, as one change of it. */
import { applyOf, needOf, writtenBy, type Apply } from './change-of.js';
import { begins, pathOf } from './path.js';
import { reachOf } from './reach.js';
import type { Rule, StepRule } from './rule.js';

/**
 * Each acts on what the one before left. Those that have nothing to look at are passed over: most messages use little of
 * what differs, and one walk that finds nothing is shorter than that of every rule.
 *
 * @param rules about the body, none of them a step
 * @param anyCase members are found in any case of letters
 */
export function rulesOfBody(rules: readonly Exclude<Rule, StepRule>[], anyCase: boolean): Apply {
  const parts = rules.map((rule) => {
    const path = pathOf(rule.at.body ?? '');
    return { apply: applyOf(rule, path, anyCase), need: needOf(rule, path), written: writtenBy(rule, path) };
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.apply;
  const reach = reachOf(
    parts.map(({ need }) => need),
    anyCase,
  );
  // What is written may be what a later rule looks at.
  const acts = parts.map(({ apply, written }, index) => ({
    apply,
    extends: written !== undefined && parts.slice(index + 1).some(({ need }) => begins(need, written)),
  }));
  return (root, draft, tell) => {
    let body = root;
    let met = reach(body);
    acts.forEach((act, index) => {
      if (met[index] !== true) return;
      // A body that is a draft already stays the same object: whether it has changed cannot be seen.
      body = act.apply(body, draft, tell);
      if (act.extends) met = reach(body);
    });
    return body;
  };
}
