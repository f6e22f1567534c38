/** Tells which places of a JSON response the rules of a conversion read or write; all others stay as they are. */
import { isRecord, own } from './json.js';
import { pathOf, renamedFrom } from './path.js';
import type { Hook } from './conversion.js';
import type { Rule } from './rule.js';

/**
 * Returns the paths of the values that the conversion of a response needs, each with everything below it; undefined if it may need
 * any value.
 *
 * @param rules about the response
 * @param hooks further ones around the operation
 * @param hookOf returns the hook with a name
 */
export function responseReads(
  operation: string,
  rules: readonly Rule[],
  hooks: readonly Hook[],
  hookOf: (name: string) => Hook,
): readonly string[] | undefined {
  const readsOfHook = (hook: Hook) => own(hook.reads ?? {}, operation) as readonly string[] | undefined;
  const paths = [
    ...rules.map((rule) => (rule.rule === 'hook' ? readsOfHook(hookOf(rule.hook)) : readsOfRule(rule))),
    ...hooks.map((hook) => readsOfHook(hook)),
  ];
  return paths.includes(undefined) ? undefined : [...new Set(paths.flatMap((some) => some ?? []))];
}

function readsOfRule(rule: Exclude<Rule, { readonly rule: 'hook' }>): readonly string[] | undefined {
  const { body } = rule.at;
  if (body === undefined) return [];
  // The message of a refusal may name properties beside the place. No path leads to every depth of a recursive schema.
  if (rule.rule === 'refuse' || rule.recursion !== undefined) return undefined;
  if (rule.rule === 'rename') return [renamedFrom(body, rule.from), body];
  // Its function may read everything beside the place.
  if (rule.rule === 'convert') return undefined;
  // Only the named properties of an object are compared and replaced.
  if (rule.rule === 'replace' && isRecord(rule.from) && isRecord(rule.value) && rule.when === undefined) {
    return Object.keys({ ...rule.from, ...rule.value }).map((name) => `${body}.${name}`);
  }
  const conditions = (rule.when ?? []).map(({ of }) => besideOf(body, of));
  return [body, ...(rule.rule === 'fill' ? [rule.from] : []), ...conditions];
}

/** Returns the path of a property beside a place, or of the entry if the place ends in brackets. */
function besideOf(place: string, property: string): string {
  if (property === '' || /[\]}]$/.test(place)) return place;
  const last = pathOf(place).at(-1);
  const name = typeof last === 'object' ? last.name : '';
  return `${place.slice(0, place.length - name.length)}${property}`;
}

/** Whether a rule about the query or the body of a request does nothing without a value there. */
export function needsValue({ rule, at, when = [] }: Rule): boolean {
  if (at.body === undefined && at.query === undefined) return false;
  if (rule === 'drop' || rule === 'replace' || rule === 'rename') return true;
  return rule === 'refuse' && (when.length === 0 || when.some(({ of, is }) => of === '' && is === 'present'));
}
