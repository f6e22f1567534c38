/** Matches the variants of two unions, so that variants which differ are compared, and others are found missing. */
import type { Type } from '../ir/index.js';
import { propertiesOf, resolved, type IndexedApi } from './message-types.js';
import { scalarType } from './scalar-type.js';

export interface MatchedVariants {
  readonly pairs: readonly (readonly [Type, Type])[];
  readonly onlyOlder: readonly Type[];
  readonly onlyNewer: readonly Type[];
}

/** What identifies a variant, from the strongest evidence to the weakest. */
interface VariantIdentity {
  readonly type: Type;
  readonly keys: readonly (string | undefined)[];
}

/**
 * Pairs variants by the name of their schema, by equal structure, by a property that tells the variants apart, by the name of the
 * schema that they are an intersection with, by the names of their properties, and by the kind of value if no other variant is of this kind.
 */
export function matchVariants(
  older: IndexedApi,
  newer: IndexedApi,
  one: readonly Type[],
  other: readonly Type[],
): MatchedVariants {
  const pairs: (readonly [Type, Type])[] = [];
  let left = identitiesOf(older, one);
  const right = identitiesOf(newer, other);
  const strengths = Array.from({ length: 6 }, (_, strength) => strength);
  for (const strength of strengths) {
    left = left.filter(({ type, keys }) => {
      const key = keys[strength];
      const isMatch = (candidate: VariantIdentity): boolean =>
        candidate.keys[strength] === key && (strength <= byConstants || !areApart(keys, candidate.keys));
      const index = key === undefined ? -1 : right.findIndex(isMatch);
      const [match] = index < 0 ? [] : right.splice(index, 1);
      if (match !== undefined) pairs.push([type, match.type]);
      return match === undefined;
    });
  }
  return { pairs, onlyOlder: left.map(({ type }) => type), onlyNewer: right.map(({ type }) => type) };
}

/** The place of the constants among the keys of a variant. */
const byConstants = 2;

/** Whether the constants of two variants tell them apart. */
function areApart(one: VariantIdentity['keys'], other: VariantIdentity['keys']): boolean {
  const [a, b] = [one[byConstants], other[byConstants]];
  return a !== undefined && b !== undefined && a !== b;
}

function identitiesOf(api: IndexedApi, types: readonly Type[]): VariantIdentity[] {
  const kinds = types.map((type) => kindOf(resolved(api, type).type));
  return types.map((type, index) => {
    const kind = kinds[index] ?? '';
    const names = propertiesOf(api, resolved(api, type).type, '').map(({ name }) => name);
    const isOnlyOfKind = kinds.filter((each) => each === kind).length === 1;
    const schemaName = nameOf(api, type);
    return {
      type,
      keys: [
        schemaName,
        JSON.stringify(schemaName === undefined ? resolved(api, type).type : type),
        constantsOf(api, type),
        ownNameOf(type),
        names.length === 0 ? undefined : JSON.stringify(names.sort()),
        isOnlyOfKind ? kind : undefined,
      ],
    };
  });
}

/** Inline schemas have no name: those that they are given say where they are. */
function nameOf(api: IndexedApi, type: Type): string | undefined {
  return type.kind === 'reference' && api.schemasByName.get(type.name)?.named === true ? type.name : undefined;
}

/** Returns the name of a schema, or of that of the last part of an intersection. */
function ownNameOf(type: Type | undefined): string | undefined {
  if (type?.kind === 'intersection') return ownNameOf(type.parts.at(-1));
  return type?.kind === 'reference' ? type.name : undefined;
}

/** Returns the properties with a single value, which tell the variants of a union apart; undefined if there are none. */
function constantsOf(api: IndexedApi, type: Type): string | undefined {
  const constants = propertiesOf(api, resolved(api, type).type, '').flatMap(({ name, type: property }) => {
    const inner = scalarType(api, resolved(api, property).type);
    return inner.kind === 'enum' && inner.values.length === 1 ? [JSON.stringify([name, inner.values[0]?.value])] : [];
  });
  return constants.length === 0 ? undefined : constants.sort().join();
}

/** An enum has the kind of its values, since a type may become an enum. */
function kindOf(type: Type): string {
  if (type.kind === 'enum') return type.of;
  return type.kind === 'intersection' || type.kind === 'map' ? 'record' : type.kind;
}
