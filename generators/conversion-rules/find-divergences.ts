/** Finds the divergences of two types, property by property. */
import type { ArrayType, EnumType, LiteralValue, Type } from '../ir/index.js';
import { joined, propertiesOf, resolved, type IndexedApi, type OwnedProperty } from './message-types.js';

/** A place where two types differ. */
export interface Divergence {
  /**
   * `only`: one version has the property. `null`: it is nullable in one version. `always`: one version requires it.
   * `values`: one version has more values. `type`: the types are of different kinds.
   */
  readonly kind: 'only' | 'null' | 'always' | 'values' | 'type';
  /** The version that has more, or requires more. */
  readonly side: 'older' | 'newer';
  /** The path from the root of the two types. */
  readonly path: string;
  /** `Schema.property`, with the names of both versions. */
  readonly properties: readonly string[];
  /** Whether the version requires the property; for `null`, whether the other version does. */
  readonly required: boolean;
}

interface IndexedVersions {
  readonly older: IndexedApi;
  readonly newer: IndexedApi;
}

export function divergencesOf(versions: IndexedVersions, one: Type, other: Type, path = ''): readonly Divergence[] {
  return walk(versions, one, other, path, [], []);
}

function walk(
  { older, newer }: IndexedVersions,
  one: Type,
  other: Type,
  path: string,
  properties: readonly string[],
  seen: readonly string[],
): readonly Divergence[] {
  const [a, b] = [resolved(older, one), resolved(newer, other)];
  // Recursive schemas are compared once, since no path could name the depth.
  const key = [...a.names, '/', ...b.names].join(' ');
  if (key !== '/' && seen.includes(key)) return [];
  const seenKeys = [...seen, key];
  const next = (left: Type, right: Type, at: string, propertyNames: readonly string[]) =>
    walk({ older, newer }, left, right, at, propertyNames, seenKeys);
  const here = { path, properties, required: false };
  if (a.type.kind === 'array' && b.type.kind === 'array') {
    return itemPairs(a.type, b.type).flatMap(([left, right]) => next(left, right, `${path}[]`, properties));
  }
  if (a.type.kind === 'map' && b.type.kind === 'map')
    return next(a.type.values, b.type.values, `${path}{}`, properties);
  if (isObject(a.type) && isObject(b.type)) {
    const left = propertiesOf(older, a.type, a.names.at(-1) ?? '');
    const right = propertiesOf(newer, b.type, b.names.at(-1) ?? '');
    return [
      ...left.flatMap((property) => pairOf(property, right, path, { older, newer }, next)),
      ...right
        .filter(({ name }) => !left.some((property) => property.name === name))
        .map((property) => only(property, 'newer', path)),
    ];
  }
  if (a.type.kind === 'enum' || b.type.kind === 'enum') return values(a.type, b.type, here);
  const looseKinds = ['union', 'any', 'never'];
  if (a.type.kind === b.type.kind || looseKinds.includes(a.type.kind) || looseKinds.includes(b.type.kind)) return [];
  return [{ ...here, kind: 'type', side: 'newer' }];
}

/** Pairs the items of two arrays: the first ones of tuples, then all others. */
function itemPairs(one: ArrayType, other: ArrayType): readonly (readonly [Type, Type])[] {
  const count = Math.max(one.prefixItems?.length ?? 0, other.prefixItems?.length ?? 0);
  const itemOf = ({ prefixItems, items }: ArrayType, index: number) => prefixItems?.[index] ?? items;
  return Array.from({ length: count + 1 }, (_, index) => [itemOf(one, index), itemOf(other, index)] as const);
}

function pairOf(
  property: OwnedProperty,
  others: readonly OwnedProperty[],
  path: string,
  { older, newer }: IndexedVersions,
  next: (one: Type, other: Type, path: string, properties: readonly string[]) => readonly Divergence[],
): readonly Divergence[] {
  const other = others.find(({ name }) => name === property.name);
  if (other === undefined) return [only(property, 'older', path)];
  const at = joined(path, property.name);
  const properties = [...new Set([nameOf(property), nameOf(other)])];
  const nulls = [resolved(older, property.type).nullable, resolved(newer, other.type).nullable];
  return [
    ...(property.required === other.required
      ? []
      : [{ kind: 'always' as const, side: sideOf(property.required), path: at, properties, required: true }]),
    ...(nulls[0] === nulls[1]
      ? []
      : [
          {
            kind: 'null' as const,
            side: sideOf(nulls[0] === true),
            path: at,
            properties,
            required: nulls[0] === true ? other.required : property.required,
          },
        ]),
    ...next(property.type, other.type, at, properties),
  ];
}

function only(property: OwnedProperty, side: Divergence['side'], path: string): Divergence {
  const { required } = property;
  return { kind: 'only', side, path: joined(path, property.name), properties: [nameOf(property)], required };
}

function values(one: Type, other: Type, here: Omit<Divergence, 'kind' | 'side'>): readonly Divergence[] {
  if (!isScalar(one) || !isScalar(other)) return [{ ...here, kind: 'type', side: 'newer' }];
  return [
    ...(hasMore(one, other) ? [{ ...here, kind: 'values' as const, side: 'older' as const }] : []),
    ...(hasMore(other, one) ? [{ ...here, kind: 'values' as const, side: 'newer' as const }] : []),
  ];
}

/** Whether the first type allows values that the second, a closed enum, does not. */
function hasMore(one: Type, other: Type): boolean {
  if (!isClosed(other)) return false;
  return (
    !isClosed(one) ||
    one.values.some(({ value }) => !other.values.some((candidate) => isSameValue(candidate.value, value)))
  );
}

function isSameValue(one: LiteralValue, other: LiteralValue): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isClosed(type: Type): type is EnumType {
  return type.kind === 'enum' && !type.open;
}

function isObject({ kind }: Type): boolean {
  return kind === 'record' || kind === 'intersection';
}

function isScalar({ kind }: Type): boolean {
  return ['enum', 'string', 'integer', 'number', 'boolean'].includes(kind);
}

function sideOf(isOlder: boolean): Divergence['side'] {
  return isOlder ? 'older' : 'newer';
}

function nameOf({ owner, name }: OwnedProperty): string {
  return `${owner}.${name}`;
}
