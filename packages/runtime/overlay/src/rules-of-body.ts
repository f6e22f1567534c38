/** All rules of a body in their order, as one change of it. */
import { applyOf, needOf, type Apply } from './change-of.js';
import { pathOf } from './path.js';
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
    return { apply: applyOf(rule, path, anyCase), need: needOf(rule, path), writes: writing.has(rule.rule) };
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.apply;
  const reach = reachOf(
    parts.map(({ need }) => need),
    anyCase,
  );
  return (root, draft, tell) => {
    let body = root;
    let met = reach(body);
    parts.forEach(({ apply, writes }, index) => {
      if (met[index] !== true) return;
      const after = apply(body, draft, tell);
      // What was written may be what a later rule looks at; a body that is a draft already stays the same object.
      if (writes) met = reach(after);
      body = after;
    });
    return body;
  };
}

const writing: ReadonlySet<Rule['rule']> = new Set(['default', 'set', 'fill', 'replace']);
