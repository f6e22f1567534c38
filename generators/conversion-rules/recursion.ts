/** Recursion of schemas: where a type contains its own schemas, and rules have to act at any depth. */
import {
  joinedPath,
  isInside,
  nameInPath,
  recursionAround,
  type PlacedRule,
  type PlainPlace,
  type Recursion,
} from '../ir/index.js';
import type { Divergence } from './divergence.js';
import type { DivergenceSite } from './divergence-sites.js';
import { messageKindOf } from './message-types.js';
import { keysAround, placeKey } from './place-contains.js';
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
  const recursionAt = recursionAround(recursion);
  return distinct([
    ...others.map((each) => {
      const around = recursionAt(each.path);
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
  // The recursion of all sites inside a place, each once.
  const inside = new Map<string, Map<string, Recursion>>();
  for (const { messageKind, operation, at, recursion = [] } of sites) {
    for (const place of recursion.length === 0 ? [] : keysAround(at)) {
      const key = `${messageKind} ${operation} ${place}`;
      const found = inside.get(key) ?? new Map<string, Recursion>();
      for (const each of recursion) found.set(`${each.at} ${each.like}`, each);
      inside.set(key, found);
    }
  }
  if (inside.size === 0) return rules;
  const recursionIn = ({ direction, operation }: PlacedRule, at: PlainPlace): readonly Recursion[] => [
    ...(inside.get(`${messageKindOf(direction)} ${operation} ${placeKey(at)}`)?.values() ?? []),
  ];
  const recursions = new Map(
    rules.map((rule): [PlacedRule, readonly Recursion[]] => {
      const path = pathIn(rule.at);
      if (path === undefined || rule.rule === 'hook') return [rule, []];
      const all = recursionAround(recursionIn(rule, rule.at))(path);
      // The function of a rule `convert` converts everything in its value.
      return [rule, all.filter(({ at }) => rule.rule !== 'convert' || !(at === path || isInside(at, path)))];
    }),
  );
  const effectAt = ({ direction, operation, rule, parts }: PlacedRule, path: string) =>
    [direction, operation, rule, path, JSON.stringify(parts)].join(' ');
  const repetitions = new Set(
    rules.flatMap((rule) => {
      const effect = effectAt(rule, pathIn(rule.at) ?? '');
      return (recursions.get(rule) ?? []).map(({ at, like }) => `${effect} ${at} ${like}`);
    }),
  );
  const isRepeated = (rule: PlacedRule): boolean => {
    const path = pathIn(rule.at);
    if (path === undefined) return false;
    return recursionIn(rule, {}).some(({ at, like }) => {
      if (!isInside(path, at)) return false;
      const outer = joinedPath(like, path.slice(at.length).replace(/^\./, ''));
      return repetitions.has(`${effectAt(rule, outer)} ${at} ${like}`);
    });
  };
  return rules
    .filter((rule) => !isRepeated(rule))
    .map((rule) => {
      const recursion = recursions.get(rule) ?? [];
      return recursion.length === 0 ? rule : { ...rule, recursion };
    });
}

function pathIn({ body, query, path = '' }: PlainPlace): string | undefined {
  return body ?? (query === undefined ? undefined : joinedPath(nameInPath(query), path));
}

function isLoop({ kind }: Divergence): boolean {
  return kind === 'recursion';
}
