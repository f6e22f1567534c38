/** Finds the divergences of two types, property by property. */
import type { ArrayType, Discriminator, MapType, RecordType, Type } from '../ir/index.js';
import { valueDivergences } from './find-value-divergences.js';
import { matchVariants } from './match-variants.js';
import { joined, propertiesOf, resolved, type IndexedApi, type OwnedProperty } from './message-types.js';
import { addressable, asVariants, isFirst } from './shared-places.js';

/** A place where two types differ. */
export interface Divergence {
  /**
   * `only`: one version has the property. `null`: it is nullable in one version. `always`: one version requires it.
   * `values`: one version has more values. `variants`: one version has a variant that the other does not have, or variants
   * differ in a way that no path can address. `content`: one version has a media type, a status, or a body at all, that the
   * other does not have. `type`: the types are of different kinds.
   */
  readonly kind: 'only' | 'null' | 'always' | 'values' | 'variants' | 'content' | 'type';
  /** The version that has more, or requires more. */
  readonly side: 'older' | 'newer';
  /** The path from the root of the two types. */
  readonly path: string;
  /** `Schema.property`, with the names of both versions. */
  readonly properties: readonly string[];
  /** Whether the version requires the property; for `null`, whether the other version does. */
  readonly required: boolean;
}

export interface IndexedVersions {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

/** Two types at one place. */
export type TypePair = readonly [older: Type, newer: Type];

type ComparePair = (pair: TypePair, path: string, properties: readonly string[]) => readonly Divergence[];

export function divergencesOf(versions: IndexedVersions, pair: TypePair, path = ''): readonly Divergence[] {
  return walk(versions, pair, path, [], []);
}

function walk(
  versions: IndexedVersions,
  [one, other]: TypePair,
  path: string,
  properties: readonly string[],
  seen: readonly string[],
): readonly Divergence[] {
  const { older, newer } = versions;
  const [a, b] = [resolved(older, one), resolved(newer, other)];
  // Recursive schemas are compared once, since no path could name the depth.
  const key = [...a.names, '/', ...b.names].join(' ');
  if (key !== '/' && seen.includes(key)) return [];
  const seenKeys = [...seen, key];
  const next: ComparePair = (pair, at, propertyNames) => walk(versions, pair, at, propertyNames, seenKeys);
  const here = { path, properties, required: false };
  const [left, right] = [a.type, b.type];
  if (left.kind === 'union' || right.kind === 'union') return variants(versions, [left, right], here, next);
  if (left.kind === 'array' && right.kind === 'array') {
    return addressable(versions, itemPairs(left, right), `${path}[]`, (pair, at) =>
      entry(versions, pair, at, properties, next),
    );
  }
  if (left.kind === 'map' && right.kind === 'map') {
    return addressable(versions, valuePairs(left, right), `${path}{}`, (pair, at) =>
      entry(versions, pair, at, properties, next),
    );
  }
  if (isObject(left) && isObject(right)) {
    const [before, after] = [
      propertiesOf(older, left, a.names.at(-1) ?? ''),
      propertiesOf(newer, right, b.names.at(-1) ?? ''),
    ];
    const own = [
      ...discriminated(left, right, here),
      ...before.flatMap((property) => pairOf(property, after, path, versions, next)),
      ...after
        .filter(({ name }) => !before.some((property) => property.name === name))
        .map((property) => only(property, 'newer', path)),
      ...otherProperties(versions, [left, right], here, next),
    ];
    return [...own, ...inExtending(versions, [left, right], here, own, next)];
  }
  return valueDivergences(left, right, here);
}

/** Compares the variants of unions; a single type counts as one variant. */
function variants(
  versions: IndexedVersions,
  [one, other]: TypePair,
  here: Omit<Divergence, 'kind' | 'side'>,
  next: ComparePair,
): readonly Divergence[] {
  const optionsOf = (type: Type) => (type.kind === 'union' ? type.options : [type]);
  const { pairs, onlyOlder, onlyNewer } = matchVariants(
    versions.older,
    versions.newer,
    optionsOf(one),
    optionsOf(other),
  );
  // Any value is a variant of every type.
  const isAny = (types: readonly Type[]) => types.some(({ kind }) => kind === 'any');
  const missing = [
    ...(onlyOlder.length > 0 && !isAny(optionsOf(other)) ? [variant(here, 'older')] : []),
    ...(onlyNewer.length > 0 && !isAny(optionsOf(one)) ? [variant(here, 'newer')] : []),
  ];
  const values = missing.length > 0 ? [] : discriminated(one, other, here);
  const inner = addressable(versions, pairs, here.path, (pair, at) => next(pair, at, here.properties));
  return [...missing, ...values, ...inner.filter((found) => !missing.some((each) => isSameDivergence(each, found)))];
}

function isSameDivergence(one: Divergence, other: Divergence): boolean {
  return one.kind === other.kind && one.side === other.side && one.path === other.path;
}

function variant(here: Omit<Divergence, 'kind' | 'side'>, side: Divergence['side']): Divergence {
  return { ...here, kind: 'variants', side };
}

/** Compares the values by which discriminators select a schema. A discriminator that only one version has changes no message. */
function discriminated(one: Type, other: Type, here: Omit<Divergence, 'kind' | 'side'>): readonly Divergence[] {
  const [before, after] = [discriminatorOf(one), discriminatorOf(other)];
  if (before === undefined || after === undefined) return [];
  const hasMore = (more: Discriminator, less: Discriminator) =>
    more.property !== less.property ||
    more.mapping.some(({ value }) => !less.mapping.some((candidate) => candidate.value === value));
  return [
    ...(hasMore(before, after) ? [variant(here, 'older')] : []),
    ...(hasMore(after, before) ? [variant(here, 'newer')] : []),
  ];
}

function discriminatorOf(type: Type): Discriminator | undefined {
  return type.kind === 'union' || type.kind === 'record' ? type.discriminator : undefined;
}

/**
 * Compares the schemas that extend a record, by the values of the discriminator that choose them.
 *
 * @param own the divergences of the record itself, which those that extend it inherit
 */
function inExtending(
  versions: IndexedVersions,
  [one, other]: TypePair,
  here: Omit<Divergence, 'kind' | 'side'>,
  own: readonly Divergence[],
  next: ComparePair,
): readonly Divergence[] {
  if (one.kind !== 'record' || other.kind !== 'record') return [];
  const pairs = (one.discriminator?.mapping ?? []).flatMap(({ value, schema }): readonly TypePair[] => {
    const match = other.discriminator?.mapping.find((candidate) => candidate.value === value);
    const reference = (name: string) => ({ kind: 'reference', name }) as const;
    return match === undefined ? [] : [[reference(schema), reference(match.schema)]];
  });
  return addressable(versions, pairs, here.path, (pair, at) =>
    next(pair, at, []).filter((found) => !own.some((each) => isSameDivergence(each, found))),
  );
}

/** Compares entries of arrays and maps, which cannot be left out: unlike a property, `null` is not the same as absence. */
function entry(
  versions: IndexedVersions,
  pair: TypePair,
  path: string,
  properties: readonly string[],
  next: ComparePair,
): readonly Divergence[] {
  return [...nulls(versions, pair, { path, properties }, [true, true]), ...next(pair, path, properties)];
}

/** Pairs the items of two arrays: the first ones of tuples, then all others. */
function itemPairs(one: ArrayType, other: ArrayType): readonly TypePair[] {
  const count = Math.max(one.prefixItems?.length ?? 0, other.prefixItems?.length ?? 0);
  const itemOf = ({ prefixItems, items }: ArrayType, index: number) => prefixItems?.[index] ?? items;
  return Array.from({ length: count + 1 }, (_, index): TypePair => [itemOf(one, index), itemOf(other, index)]);
}

/** Pairs the values of two maps: those of the same pattern of keys, then all others. */
function valuePairs(one: MapType, other: MapType): readonly TypePair[] {
  return [...patternPairs(one, other), [one.values, other.values]];
}

function patternPairs(one: MapType | RecordType, other: MapType | RecordType): readonly TypePair[] {
  const typesOf = ({ patterns = [] }: MapType | RecordType) =>
    new Map(patterns.map((each) => [each.pattern, each.type]));
  const [before, after] = [typesOf(one), typesOf(other)];
  return [...new Set([...before.keys(), ...after.keys()])].map((pattern): TypePair => {
    return [before.get(pattern) ?? restOf(one), after.get(pattern) ?? restOf(other)];
  });
}

function restOf(type: MapType | RecordType): Type {
  return (type.kind === 'map' ? type.values : type.rest) ?? { kind: 'any' };
}

/** Compares the properties that a record allows beside its fields. No path leads to them alone. */
function otherProperties(
  versions: IndexedVersions,
  [one, other]: TypePair,
  here: Omit<Divergence, 'kind' | 'side'>,
  next: ComparePair,
): readonly Divergence[] {
  if (one.kind !== 'record' || other.kind !== 'record') return [];
  const rests = one.rest === undefined && other.rest === undefined ? [] : [[restOf(one), restOf(other)] as const];
  return [...rests, ...patternPairs(one, other)]
    .flatMap((pair) => entry(versions, pair, here.path, [], next))
    .flatMap((found) => asVariants(found, here.path))
    .filter(isFirst);
}

function pairOf(
  property: OwnedProperty,
  others: readonly OwnedProperty[],
  path: string,
  versions: IndexedVersions,
  next: ComparePair,
): readonly Divergence[] {
  const other = others.find(({ name }) => name === property.name);
  if (other === undefined) return [only(property, 'older', path)];
  const at = joined(path, property.name);
  const properties = [...new Set([nameOf(property), nameOf(other)])];
  const pair = [property.type, other.type] as const;
  return [
    ...(property.required === other.required
      ? []
      : [{ kind: 'always' as const, side: sideOf(property.required), path: at, properties, required: true }]),
    ...nulls(versions, pair, { path: at, properties }, [property.required, other.required]),
    ...next(pair, at, properties),
  ];
}

/** @param required whether each version requires the value */
function nulls(
  { older, newer }: IndexedVersions,
  [one, other]: TypePair,
  here: Pick<Divergence, 'path' | 'properties'>,
  required: readonly [boolean, boolean],
): readonly Divergence[] {
  const isNullable = [resolved(older, one), resolved(newer, other)].map(
    ({ type, nullable }) => nullable || type.kind === 'any',
  );
  if (isNullable[0] === isNullable[1]) return [];
  const isOlder = isNullable[0] === true;
  return [{ ...here, kind: 'null', side: sideOf(isOlder), required: isOlder ? required[1] : required[0] }];
}

function only(property: OwnedProperty, side: Divergence['side'], path: string): Divergence {
  const { required } = property;
  return { kind: 'only', side, path: joined(path, property.name), properties: [nameOf(property)], required };
}

function isObject({ kind }: Type): boolean {
  return kind === 'record' || kind === 'intersection';
}

function sideOf(isOlder: boolean): Divergence['side'] {
  return isOlder ? 'older' : 'newer';
}

function nameOf({ owner, name }: OwnedProperty): string {
  return `${owner}.${name}`;
}
