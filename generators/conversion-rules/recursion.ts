/** Recursion of schemas: where a type contains its own schemas, and rules have to act at any depth. */
import { nameInPath, type PlacedRule, type PlainPlace, type Recursion } from '../ir/index.js';
import type { Divergence } from './divergence.js';
import type { DivergenceSite } from './divergence-sites.js';
import { joined, messageKindOf } from './message-types.js';
import { contains, isInside } from './place-contains.js';
import { asVariants, distinct } from './shared-places.js';

/**
 * Returns the divergences with the recursion around them, without those that only say where schemas contain themselves. Where a path
 * does not tell the schemas apart, it is a divergence of the variants.
 */
export function withRecursion(found: readonly Divergence[]): readonly Divergence[] {
  const loops = found.filter(isLoop);
  const others = found.filter((each) => !isLoop(each));
  if (loops.length === 0 || others.length === 0) return others;
  const recursion = loops.flatMap(({ path, like, isAmbiguous }) =>
    like === undefined || isAmbiguous ? [] : [{ at: path, like }],
  );
  const ambiguous = loops.filter(({ isAmbiguous }) => isAmbiguous);
  const variants = ambiguous.flatMap((loop) =>
    others
      .filter(({ path }) => isInside(path, loop.like ?? ''))
      .flatMap(({ side }) => asVariants({ ...loop, kind: 'variants', side }, loop)),
  );
  return distinct([
    ...others.map((each) => {
      const around = recursionAt(each.path, recursion);
      return around.length === 0 ? each : { ...each, recursion: around };
    }),
    ...variants,
  ]);
}

/** Returns divergences inside a pair of types, where recursion that leads to this pair is resolved, and needless recursion left out. */
export function resolvedRecursion(found: readonly Divergence[], pair: string): readonly Divergence[] {
  if (!found.some(isLoop)) return found;
  const all = found.map((each) =>
    isLoop(each) && each.like === undefined && each.pair === pair ? { ...each, like: '' } : each,
  );
  // Equal schemas need no rules, unless they lead out to others.
  return all.some((each) => !isLoop(each) || each.like === undefined) ? all : [];
}

/**
 * Returns written rules with the recursion of the sites that they decide. Rules that are also placed one level deeper are left out there.
 */
export function recursiveRules(rules: readonly PlacedRule[], sites: readonly DivergenceSite[]): readonly PlacedRule[] {
  const byMessage = new Map<string, DivergenceSite[]>();
  for (const site of sites) {
    const key = `${site.messageKind} ${site.operation}`;
    if (site.recursion !== undefined) byMessage.set(key, [...(byMessage.get(key) ?? []), site]);
  }
  if (byMessage.size === 0) return rules;
  const sitesOf = ({ direction, operation }: PlacedRule) =>
    byMessage.get(`${messageKindOf(direction)} ${operation}`) ?? [];
  const recursionOf = (rule: PlacedRule): readonly Recursion[] => {
    const path = pathIn(rule.at);
    if (path === undefined || rule.rule === 'hook') return [];
    const decided = sitesOf(rule).filter(({ at }) => contains(rule.at, at));
    const all = decided.flatMap(({ recursion = [] }) => recursion);
    // The function of a rule `convert` converts everything in its value.
    return recursionAt(path, all).filter(({ at }) => rule.rule !== 'convert' || !(at === path || isInside(at, path)));
  };
  const isRepeated = (rule: PlacedRule): boolean => {
    const path = pathIn(rule.at);
    if (path === undefined) return false;
    return sitesOf(rule)
      .flatMap(({ recursion = [] }) => recursion)
      .some(({ at, like }) => {
        if (!isInside(path, at)) return false;
        const outer = joined(like, path.slice(at.length).replace(/^\./, ''));
        return rules.some((other) => {
          const isSame =
            other.rule === rule.rule &&
            JSON.stringify(other.parts) === JSON.stringify(rule.parts) &&
            other.direction === rule.direction;
          if (!isSame || other.operation !== rule.operation || pathIn(other.at) !== outer) return false;
          return recursionOf(other).some((each) => each.at === at && each.like === like);
        });
      });
  };
  return rules
    .filter((rule) => !isRepeated(rule))
    .map((rule) => {
      const recursion = recursionOf(rule);
      return recursion.length === 0 ? rule : { ...rule, recursion };
    });
}

/** Returns the recursion that leads to a place again: of the schemas around it, and of those that contain these. */
export function recursionAt(path: string, all: readonly Recursion[]): readonly Recursion[] {
  let found = all.filter(({ like }) => like !== path && isInside(path, like));
  for (;;) {
    const more = all.filter((each) => found.includes(each) || found.some(({ at }) => isInside(at, each.like)));
    if (more.length === found.length) break;
    found = more;
  }
  return [...new Map(found.map(({ at, like }) => [`${at} ${like}`, { at, like }])).values()];
}

function pathIn({ body, query, path = '' }: PlainPlace): string | undefined {
  return body ?? (query === undefined ? undefined : joined(nameInPath(query), path));
}

function isLoop({ kind }: Divergence): boolean {
  return kind === 'recursion';
}
