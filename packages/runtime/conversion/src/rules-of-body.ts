/** Applies all rules about a body in their order, as one change. */
import { applyOf, requiredPathOf, writtenPathOf, type AppliedRule } from './apply-rule.js';
import { mayBeginWith, pathOf } from './path.js';
import { ruleMatcher } from './rule-matcher.js';
import type { Apply } from './message.js';

/**
 * Combines rules into one function, in which each rule acts on the result of the previous one. Rules that do not apply are
 * skipped: most messages use few of the properties that differ, and one traversal for all rules is shorter than one each.
 *
 * @param rules about the body, without hooks
 * @param anyCase whether property names are case-insensitive
 */
export function rulesOfBody(rules: readonly AppliedRule[], anyCase: boolean): Apply {
  const parts = rules.map((rule) => {
    const path = pathOf(rule.at.body ?? '');
    return {
      apply: applyOf(rule, path, anyCase),
      requiredPath: requiredPathOf(rule, path),
      writtenPath: writtenPathOf(rule, path),
    };
  });
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only.apply;
  const matchRules = ruleMatcher(
    parts.map(({ requiredPath }) => requiredPath),
    anyCase,
  );
  // A later rule may apply to a value that an earlier one has written.
  const edits = parts.map(({ apply, writtenPath }, index) => ({
    apply,
    enablesLater:
      writtenPath !== undefined &&
      parts.slice(index + 1).some(({ requiredPath }) => mayBeginWith(requiredPath, writtenPath)),
  }));
  return (root, draft, addLoss) => {
    let body = root;
    let matched = matchRules(body);
    edits.forEach((edit, index) => {
      if (matched[index] !== true) return;
      // A body that is a copy already stays the same object, so its identity does not show whether it has changed.
      body = edit.apply(body, draft, addLoss);
      if (edit.enablesLater) matched = matchRules(body);
    });
    return body;
  };
}
