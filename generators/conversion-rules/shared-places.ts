/** Places that several types share: the variants of a union, the items of a tuple, the media types of a body. */
import { conversionPath, nameInPath, type Type } from '../ir/index.js';
import type { ConstantCondition, Divergence, IndexedVersions, TypePair } from './divergence.js';
import { resolved, type IndexedApi } from './message-types.js';
import { isSameCondition } from './variant-constants.js';

/** The place that types share. */
type SharedPlace = Pick<Divergence, 'path' | 'owner' | 'types'>;

/**
 * Compares pairs of types that share one place. A rule acts on every value at its path, whatever its type: a divergence inside
 * one type whose path leads into another type without it becomes a divergence of the variants, which no rule is derived for.
 */
export function addressable(
  { older, newer }: IndexedVersions,
  pairs: readonly TypePair[],
  place: SharedPlace,
  compare: (pair: TypePair, path: string) => readonly Divergence[],
  conditionOf: (pair: TypePair) => ConstantCondition | undefined = () => undefined,
): readonly Divergence[] {
  const { path } = place;
  const found = pairs.map((pair) => compare(pair, path));
  if (pairs.length === 1) return found[0] ?? [];
  return distinct(
    found.flatMap((divergences, index) =>
      divergences.flatMap((divergence): readonly Divergence[] => {
        const [segment] = conversionPath(divergence.path.slice(path.length));
        const isOwn = pairs.every(([one, other], position) => {
          if (position === index || segment === undefined) return true;
          const isThere = leadsInto(older, one, segment) || leadsInto(newer, other, segment);
          return !isThere || (found[position] ?? []).some((each) => isSame(each, divergence));
        });
        if (isOwn) return [divergence];
        const condition =
          divergence.kind !== 'recursion' && besideOf(divergence, path)
            ? conditionOf(pairs[index] as TypePair)
            : undefined;
        return condition === undefined || condition.of === nameInPath(segment ?? '')
          ? asVariants(divergence, place)
          : [{ ...divergence, when: [condition] }];
      }),
    ),
  );
}

/** Whether the place is a property of the shared place, so that conditions about other properties of it are beside the place. */
function besideOf({ path, when }: Divergence, outer: string): boolean {
  const segments = conversionPath(path.slice(outer.length));
  return segments.length === 1 && !['[]', '{}'].includes(segments[0] ?? '') && when.length === 0;
}

function isSame(one: Divergence, other: Divergence): boolean {
  return (
    one.kind === other.kind &&
    one.side === other.side &&
    one.path === other.path &&
    one.required === other.required &&
    one.pair === other.pair &&
    one.like === other.like &&
    isSameCondition(one, other)
  );
}

/**
 * Returns a divergence as one of the variants at a place that contains it. Two different types are two variants, and so are what one
 * version alone has and requires and what lacks it; what one version requires is no variant of the other that the former lacks.
 */
export function asVariants(divergence: Divergence, place: SharedPlace): readonly Divergence[] {
  const { kind, side, properties, required } = divergence;
  const { path, owner, types } = place;
  if (kind === 'recursion') return [{ ...divergence, path, owner, types, isAmbiguous: true }];
  const isBoth = kind === 'type' || (kind === 'only' && required);
  const other = side === 'older' ? 'newer' : 'older';
  const sides = isBoth ? (['older', 'newer'] as const) : [kind === 'always' ? other : side];
  const at = { path, owner, types, properties, when: [], required: false };
  return sides.map((each) => ({ ...at, kind: 'variants', side: each }));
}

/** Returns the divergences without those that an earlier one equals. */
export function distinct(all: readonly Divergence[]): readonly Divergence[] {
  const keys = new Set<string>();
  return all.filter(({ kind, side, path, when, pair = '', like = '' }) => {
    const key = `${kind} ${side} ${pair} ${like} ${when.length === 0 ? '' : JSON.stringify(when)} ${path}`;
    return !keys.has(key) && keys.add(key);
  });
}

function leadsInto(api: IndexedApi, type: Type, segment: string): boolean {
  const { type: inner } = resolved(api, type);
  switch (inner.kind) {
    case 'any':
      return true;
    case 'union':
      return inner.options.some((option) => leadsInto(api, option, segment));
    case 'array':
      return segment === '[]';
    case 'map':
      return segment !== '[]';
    case 'intersection':
      return inner.parts.some((part) => leadsInto(api, part, segment));
    case 'record':
      return (
        segment === '{}' ||
        inner.fields.some(({ name }) => name === segment) ||
        inner.bases.some((name) => leadsInto(api, { kind: 'reference', name }, segment))
      );
    default:
      return false;
  }
}
