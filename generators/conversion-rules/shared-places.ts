/** Places that several types share: the variants of a union, the items of a tuple, the media types of a body. */
import { conversionPath, type Type } from '../ir/index.js';
import type { Divergence, IndexedVersions, TypePair } from './find-divergences.js';
import { propertiesOf, resolved, type IndexedApi } from './message-types.js';

/**
 * Compares pairs of types that share one place. A rule acts on every value at its path, whatever its type: a divergence inside
 * one type whose path leads into another type without it becomes a divergence of the variants, which no rule is derived for.
 */
export function addressable(
  { older, newer }: IndexedVersions,
  pairs: readonly TypePair[],
  path: string,
  compare: (pair: TypePair, path: string) => readonly Divergence[],
): readonly Divergence[] {
  const found = pairs.map((pair) => compare(pair, path));
  return found
    .flatMap((divergences, index) =>
      divergences.flatMap((divergence): readonly Divergence[] => {
        const [segment] = conversionPath(divergence.path.slice(path.length));
        const isOwn = pairs.every(([one, other], position) => {
          if (position === index || segment === undefined) return true;
          const isThere = leadsInto(older, one, segment) || leadsInto(newer, other, segment);
          return !isThere || (found[position] ?? []).some((each) => isSame(each, divergence));
        });
        return isOwn ? [divergence] : asVariants(divergence, path);
      }),
    )
    .filter(isFirst);
}

function isSame(one: Divergence, other: Divergence): boolean {
  return (
    one.kind === other.kind && one.side === other.side && one.path === other.path && one.required === other.required
  );
}

/** Returns a divergence as one of the variants at a place that contains it; two different types are two variants. */
export function asVariants({ kind, side, properties }: Divergence, path: string): readonly Divergence[] {
  const sides = kind === 'type' ? (['older', 'newer'] as const) : [side];
  return sides.map((each) => ({ kind: 'variants', side: each, path, properties, required: false }));
}

/** Whether no earlier divergence is the same. */
export function isFirst(found: Divergence, index: number, all: readonly Divergence[]): boolean {
  const { kind, side, path } = found;
  return all.findIndex((each) => each.kind === kind && each.side === side && each.path === path) === index;
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
    case 'record':
    case 'intersection':
      return segment === '{}' || propertiesOf(api, inner, '').some(({ name }) => name === segment);
    default:
      return false;
  }
}
