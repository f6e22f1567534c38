/** Pairs the types of entries: the items of arrays, the values of maps and of patterns of keys. */
import type { ArrayType, MapType, RecordType, Type } from '../ir/index.js';
import type { TypePair } from './divergence.js';

/** Pairs the items of two arrays: the first ones of tuples, then all others. */
export function itemPairs(one: ArrayType, other: ArrayType): readonly TypePair[] {
  const count = Math.max(one.prefixItems?.length ?? 0, other.prefixItems?.length ?? 0);
  const itemOf = ({ prefixItems, items }: ArrayType, index: number) => prefixItems?.[index] ?? items;
  return Array.from({ length: count + 1 }, (_, index): TypePair => [itemOf(one, index), itemOf(other, index)]);
}

/** Pairs the values of two maps: those of the same pattern of keys, then all others. */
export function valuePairs(one: MapType, other: MapType): readonly TypePair[] {
  return [...patternPairs(one, other), [one.values, other.values]];
}

export function patternPairs(one: MapType | RecordType, other: MapType | RecordType): readonly TypePair[] {
  const typesOf = ({ patterns = [] }: MapType | RecordType) =>
    new Map(patterns.map((each) => [each.pattern, each.type]));
  const [before, after] = [typesOf(one), typesOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].map((pattern): TypePair => {
    return [before.get(pattern) ?? restOf(one), after.get(pattern) ?? restOf(other)];
  });
}

export function restOf(type: MapType | RecordType): Type {
  return (type.kind === 'map' ? type.values : type.rest) ?? { kind: 'any' };
}
