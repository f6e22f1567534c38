/** Finds the divergences of two types, property by property. */
import {
  joinedPath,
  nameInPath,
  type ConversionValue,
  type Discriminator,
  type MapType,
  type RecordType,
  type Type,
} from '../ir/index.js';
import { valueDivergences } from './find-value-divergences.js';
import { matchVariants } from './match-variants.js';
import {
  rootPlace,
  type ComparedPlace,
  type Divergence,
  type Here,
  type IndexedVersions,
  type TypePair,
} from './divergence.js';
import { itemPairs, patternPairs, restOf, valuePairs } from './type-pairs.js';
import { resolvedRecursion, withRecursion } from './recursion.js';
import { ofTheProperty } from './compared-schemas.js';
import { comparedType } from './scalar-type.js';
import { propertiesOf, resolved, type DereferencedType, type IndexedApi, type OwnedProperty } from './message-types.js';
import { constantOf, isSameCondition } from './variant-constants.js';
import { addressable, asVariants, distinct } from './shared-places.js';

type ComparePair = (pair: TypePair, place: ComparedPlace) => readonly Divergence[];

export function divergencesOf(versions: IndexedVersions, pair: TypePair): readonly Divergence[] {
  return withRecursion(walk(versions, pair, rootPlace, []));
}

function walk(
  versions: IndexedVersions,
  pair: TypePair,
  place: ComparedPlace,
  seen: readonly string[],
): readonly Divergence[] {
  const [a, b] = [resolved(versions.older, pair[0]), resolved(versions.newer, pair[1])];
  if (a.names.length + b.names.length === 0) return inTypes(versions, pair, [a, b], place, seen);
  const key = [...a.names, '/', ...b.names].join(' ');
  // Recursive schemas are compared once.
  if (seen.includes(key)) {
    versions.compared.end(key);
    return [{ ...place, kind: 'recursion', side: 'older', pair: key, types: pair, required: false }];
  }
  const names = [documentName(versions.older, a.names), documentName(versions.newer, b.names)] as const;
  // Names of inline schemas are made of their places, and nobody knows them.
  const owner = names.join('') === '' ? ofTheProperty.owner : { names, path: '' };
  const found = versions.compared.of(key, seen, () => {
    const all = inTypes(versions, pair, [a, b], { ...ofTheProperty, owner }, [...seen, key]);
    // Where another schema or none takes the place of a schema, that differs whose type it is: the schema may be that of others, too.
    const ofOwner = isOneSchema(names, versions)
      ? all
      : all.map((each) => (each.path === '' ? { ...each, owner: ofTheProperty.owner } : each));
    return resolvedRecursion(ofOwner, key);
  });
  return found.map((each) => versions.compared.at(place, each));
}

/** Whether two names are those of one schema, which may have another one in the other version. */
function isOneSchema([before, after]: readonly [string, string], { older, newer }: IndexedVersions): boolean {
  if (before === after) return true;
  return before !== '' && after !== '' && !newer.schemasByName.has(before) && !older.schemasByName.has(after);
}

function inTypes(
  versions: IndexedVersions,
  pair: TypePair,
  [a, b]: readonly [DereferencedType, DereferencedType],
  { path, properties, owner }: ComparedPlace,
  seen: readonly string[],
): readonly Divergence[] {
  const { older, newer } = versions;
  const next: ComparePair = (inner, at) => versions.compared.inside(() => walk(versions, inner, at, seen));
  const here: Here = { path, properties, when: [], owner, types: pair, required: false };
  const [left, right] = [comparedType(older, a.type), comparedType(newer, b.type)];
  if (left.kind === 'union' || right.kind === 'union') return variants(versions, [left, right], here, next);
  if (left.kind === 'array' && right.kind === 'array') {
    return addressable(versions, itemPairs(left, right), { ...here, path: `${path}[]` }, (inner, at) =>
      entry(versions, inner, { path: at, properties, when: [], owner }, next),
    );
  }
  if (left.kind === 'map' && right.kind === 'map') {
    return addressable(versions, valuePairs(left, right), { ...here, path: `${path}{}` }, (inner, at) =>
      entry(versions, inner, { path: at, properties, when: [], owner }, next),
    );
  }
  if (isObject(left) && isObject(right)) {
    const [before, after] = [propertiesOf(older, left, nameAt(a.names)), propertiesOf(newer, right, nameAt(b.names))];
    const own = [
      ...discriminated(left, right, here),
      ...before.flatMap((property) => pairOf(property, after, here, versions, next)),
      ...after
        .filter(({ name }) => !before.some((property) => property.name === name))
        .map((property) => only(property, 'newer', here)),
      ...otherProperties(versions, [left, right], here, next),
    ];
    return [...own, ...inExtending(versions, [left, right], here, own, next)];
  }
  return valueDivergences(left, right, here);
}

function documentName(api: IndexedApi, names: readonly string[]): string {
  return names.filter((name) => api.schemasByName.get(name)?.named === true).at(-1) ?? '';
}

function nameAt(names: readonly string[]): string {
  return names.at(-1) ?? '';
}

/** Compares the variants of unions; a single type counts as one variant. */
function variants(
  versions: IndexedVersions,
  [one, other]: TypePair,
  here: Here,
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
  const inner = addressable(
    versions,
    pairs,
    here,
    (pair, path) => next(pair, { ...here, path }),
    (pair) => constantOf(versions, pair, [...optionsOf(one), ...optionsOf(other)]),
  );
  return [...missing, ...values, ...inner.filter((found) => !missing.some((each) => isSameDivergence(each, found)))];
}

function isSameDivergence(one: Divergence, other: Divergence): boolean {
  return (
    one.kind === other.kind &&
    one.side === other.side &&
    one.path === other.path &&
    one.pair === other.pair &&
    isSameCondition(one, other)
  );
}

function variant(here: Here, side: Divergence['side']): Divergence {
  return { ...here, kind: 'variants', side };
}

/** Compares the values by which discriminators select a schema. A discriminator that only one version has changes no message. */
function discriminated(one: Type, other: Type, here: Here): readonly Divergence[] {
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
  here: Here,
  own: readonly Divergence[],
  next: ComparePair,
): readonly Divergence[] {
  if (one.kind !== 'record' || other.kind !== 'record') return [];
  const pairs = (one.discriminator?.mapping ?? []).flatMap(({ value, schema }): readonly TypePair[] => {
    const match = other.discriminator?.mapping.find((candidate) => candidate.value === value);
    const reference = (name: string) => ({ kind: 'reference', name }) as const;
    return match === undefined ? [] : [[reference(schema), reference(match.schema)]];
  });
  return addressable(versions, pairs, here, (pair, path) =>
    next(pair, { ...here, path, properties: [] }).filter((found) => !own.some((each) => isSameDivergence(each, found))),
  );
}

/** Compares entries of arrays and maps, which cannot be left out: unlike a property, `null` is not the same as absence. */
function entry(
  versions: IndexedVersions,
  pair: TypePair,
  place: ComparedPlace,
  next: ComparePair,
): readonly Divergence[] {
  const found = nulls(versions, pair, place, [true, true]).map((each) => ({ ...each, entry: true as const }));
  return [...found, ...next(pair, place)];
}

/** Compares the properties that objects allow beside their fields, those of the parts of intersections in their order. No path leads to them alone. */
function otherProperties(
  versions: IndexedVersions,
  [one, other]: TypePair,
  here: Here,
  next: ComparePair,
): readonly Divergence[] {
  const [before, after] = [openObjects(versions.older, one), openObjects(versions.newer, other)];
  const count = Math.max(before.length, after.length);
  const pairs = Array.from({ length: count }, (_, index): readonly TypePair[] => {
    const [a, b] = [before[index] ?? anyValues, after[index] ?? anyValues];
    return [[restOf(a), restOf(b)], ...patternPairs(a, b)];
  });
  const found = pairs.flat().flatMap((pair) => entry(versions, pair, { ...here, properties: [] }, next));
  return distinct(found.flatMap((each) => asVariants(each, here)));
}

const anyValues: MapType = { kind: 'map', values: { kind: 'any' } };

/** Returns the objects whose properties without a declaration have a type: a map, a record, or parts of an intersection. */
function openObjects(api: IndexedApi, type: Type): readonly (MapType | RecordType)[] {
  if (type.kind === 'intersection') return type.parts.flatMap((part) => openObjects(api, resolved(api, part).type));
  return type.kind === 'map' || (type.kind === 'record' && (type.rest ?? type.patterns) !== undefined) ? [type] : [];
}

function pairOf(
  property: OwnedProperty,
  others: readonly OwnedProperty[],
  { path: outer, owner }: Here,
  versions: IndexedVersions,
  next: ComparePair,
): readonly Divergence[] {
  const other = others.find(({ name }) => name === property.name);
  if (other === undefined) return [only(property, 'older', { path: outer, owner })];
  const properties = [...new Set([nameOf(property), nameOf(other)])];
  const place = { path: joinedPath(outer, nameInPath(property.name)), properties, when: [], owner };
  const types = [property.type, other.type] as const;
  return [
    ...(property.required === other.required
      ? []
      : [
          {
            ...place,
            types,
            kind: 'always' as const,
            side: sideOf(property.required),
            required: true,
            ...defaultOf(property.required ? property : other),
          },
        ]),
    ...nulls(versions, types, place, [property.required, other.required]),
    ...next(types, place),
  ];
}

/** @param required whether each version requires the value */
function nulls(
  { older, newer }: IndexedVersions,
  types: TypePair,
  place: ComparedPlace,
  required: readonly [boolean, boolean],
): readonly Divergence[] {
  const isNullable = [acceptsNull(older, types[0]), acceptsNull(newer, types[1])];
  if (isNullable[0] === isNullable[1]) return [];
  const isOlder = isNullable[0] === true;
  const { path, properties, owner } = place;
  const at = { path, properties, when: [], owner, types };
  return [{ ...at, kind: 'null', side: sideOf(isOlder), required: isOlder ? required[1] : required[0] }];
}

/** Whether null is one of the values of a type or of one of its options. */
export function acceptsNull(api: IndexedApi, type: Type): boolean {
  const { type: inner, nullable } = resolved(api, type);
  const options = inner.kind === 'union' ? inner.options.map((option) => resolved(api, option)) : [];
  return nullable || inner.kind === 'any' || options.some((each) => each.nullable || each.type.kind === 'any');
}

function only(
  property: OwnedProperty,
  side: Divergence['side'],
  { path, owner }: Pick<Here, 'path' | 'owner'>,
): Divergence {
  const { required, type } = property;
  const types = side === 'older' ? ([type, undefined] as const) : ([undefined, type] as const);
  const place = { path: joinedPath(path, nameInPath(property.name)), properties: [nameOf(property)], when: [], owner };
  return { ...place, kind: 'only', side, types, required, ...(required && defaultOf(property)) };
}

function defaultOf({ default: standard }: OwnedProperty): Pick<Divergence, 'default'> {
  return standard === undefined ? {} : { default: standard as ConversionValue };
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
