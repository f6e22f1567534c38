/** Rules by place: a schema has the same rules wherever it is in messages. */
import type { Recursion, Rule } from './rule.js';

/** Removes the place from each kind of rules. */
type WithoutPlace<R extends Rule> = R extends Rule ? Omit<R, 'at' | 'recursion'> : never;

/** A rule without its place. */
export type RuleEffect = WithoutPlace<Rule>;

/** The rules at a place in a body, and inside it. */
export interface RulesInside {
  readonly rules?: readonly RuleEffect[];
  /** The paths inside the place at which values of its schemas are again: all rules inside the place act there, too, at any depth. */
  readonly recursiveAt?: readonly string[];
  /** The places inside it, by path. */
  readonly inside?: Readonly<Record<string, RulesInside>>;
}

/** Returns the rules of a body with their places, those at a place before those inside it. */
export function rulesOf(tree: RulesInside): readonly Rule[] {
  const recursion: Recursion[] = [];
  const rules: (readonly [path: string, rule: RuleEffect])[] = [];
  const visit = (inner: RulesInside, path: string): void => {
    recursion.push(...(inner.recursiveAt ?? []).map((at) => ({ at: joined(path, at), like: path })));
    rules.push(...(inner.rules ?? []).map((rule) => [path, rule] as const));
    for (const [name, more] of Object.entries(inner.inside ?? {})) visit(more, joined(path, name));
  };
  visit(tree, '');
  return rules.map(([path, rule]) => {
    const around = recursionAt(path, recursion);
    return { ...rule, at: { body: path }, ...(around.length > 0 && { recursion: around }) };
  });
}

/** Returns the recursion of the values around a path, and of those that contain these. */
function recursionAt(path: string, all: readonly Recursion[]): readonly Recursion[] {
  let found = all.filter(({ like }) => like !== path && isInside(path, like));
  for (;;) {
    const more = all.filter((each) => found.includes(each) || found.some(({ at }) => isInside(at, each.like)));
    if (more.length === found.length) return found;
    found = more;
  }
}

function joined(path: string, inner: string): string {
  return path === '' || /^(\[\]|\{\})/.test(inner) ? `${path}${inner}` : `${path}.${inner}`;
}

function isInside(path: string, outer: string): boolean {
  return outer === '' || ['.', '[]', '{}'].some((next) => path.startsWith(`${outer}${next}`));
}
