/** Tells which rules convert a response without the code of hooks, and which rules need a value. */
import type { Touch } from './body-scan.js';
import type { ResponseRules } from './conversion.js';
import { mayBeginWith, pathOf } from './path.js';
import type { Rule } from './rule.js';

/**
 * Returns rules with where hooks act beside them; undefined if that is not known of a hook, or if a rule may write there.
 *
 * @param touches of each hook
 */
export function responseRules(
  rules: readonly Rule[],
  touches: readonly (readonly Touch[] | undefined)[],
): ResponseRules | undefined {
  if (touches.includes(undefined)) return undefined;
  const all = touches.flatMap((some) => some ?? []);
  return all.some(({ body }) => rules.some((rule) => mayWrite(rule, body))) ? undefined : { rules, touches: all };
}

function mayWrite({ rule, at }: Rule, place: string): boolean {
  if (rule === 'drop' || rule === 'warn' || rule === 'refuse') return false;
  const [written, path] = [pathOf(at.body ?? ''), pathOf(place)];
  return mayBeginWith(path, written) || mayBeginWith(written, path);
}

/** Whether a rule about the query or the body of a request does nothing without a value there. */
export function needsValue({ rule, at, when = [] }: Rule): boolean {
  if (at.body === undefined && at.query === undefined) return false;
  if (rule === 'drop' || rule === 'replace' || rule === 'rename') return true;
  return rule === 'refuse' && (when.length === 0 || when.some(({ of, is }) => of === '' && is === 'present'));
}
