/** Finds the divergences of two types that have no parts: their kinds and the values of their enums. */
import type { EnumType, Type } from '../ir/index.js';
import type { Divergence, Here } from './divergence.js';

export function valueDivergences(one: Type, other: Type, here: Here): readonly Divergence[] {
  const more = (side: Divergence['side'], kind: 'values' | 'variants' = 'values') => ({ ...here, kind, side });
  if (isLoose(one) || isLoose(other)) {
    if (one.kind === other.kind) return [];
    // Any value is more than some values, and no value is less.
    return [more(one.kind === 'any' || other.kind === 'never' ? 'older' : 'newer', 'variants')];
  }
  if (one.kind !== 'enum' && other.kind !== 'enum') {
    return one.kind === other.kind ? [] : [{ ...here, kind: 'type', side: 'newer' }];
  }
  if (!isScalar(one) || !isScalar(other)) return [{ ...here, kind: 'type', side: 'newer' }];
  return [...(hasMore(one, other) ? [more('older')] : []), ...(hasMore(other, one) ? [more('newer')] : [])];
}

/** Whether the first type allows values that the second, a closed enum, does not. */
function hasMore(one: Type, other: Type): boolean {
  if (!isClosed(other)) return false;
  if (!isClosed(one)) return true;
  const allowed = new Set(other.values.map(({ value }) => JSON.stringify(value)));
  return one.values.some(({ value }) => !allowed.has(JSON.stringify(value)));
}

function isClosed(type: Type): type is EnumType {
  return type.kind === 'enum' && !type.open;
}

function isLoose({ kind }: Type): boolean {
  return kind === 'any' || kind === 'never';
}

function isScalar({ kind }: Type): boolean {
  return ['enum', 'string', 'integer', 'number', 'boolean'].includes(kind);
}
