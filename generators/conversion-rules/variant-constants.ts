/** The constant property by which one variant of a union is told apart from the others: `type: 'circle'`. */
import { nameInPath, type LiteralValue, type Type } from '../ir/index.js';
import type { ConstantCondition, Divergence, IndexedVersions, TypePair } from './divergence.js';
import { scalarType } from './scalar-type.js';
import { propertiesOf, resolved, type IndexedApi } from './message-types.js';

/**
 * Returns the condition that only values of one variant meet: a property with constants that no other variant has.
 *
 * @param options the variants of both versions
 */
export function constantOf(
  { older, newer }: IndexedVersions,
  pair: TypePair,
  options: readonly Type[],
): ConstantCondition | undefined {
  const [before, after] = [constantsOf(older, pair[0]), constantsOf(newer, pair[1])];
  for (const [name, values] of before) {
    const is = [...values, ...(after.get(name) ?? []).filter((value) => !values.includes(value))];
    const others = options.filter((option) => !pair.includes(option));
    const isOther = (option: Type): boolean =>
      [older, newer].every((api) => {
        const constants = constantsOf(api, option).get(name);
        return constants === undefined ? !isRecord(api, option) : constants.every((value) => !is.includes(value));
      });
    if (after.has(name) && others.every(isOther)) return { of: nameInPath(name), is };
  }
  return undefined;
}

export function isSameCondition(one: Pick<Divergence, 'when'>, other: Pick<Divergence, 'when'>): boolean {
  const [a, b] = [one.when[0], other.when[0]];
  if (a === undefined || b === undefined) return a === b;
  return a.of === b.of && a.is.length === b.is.length && a.is.every((value, index) => value === b.is[index]);
}

/** The values of the properties of a type that are enums, by their names. */
type Constants = ReadonlyMap<string, readonly LiteralValue[]>;

const constantsByApi = new WeakMap<IndexedApi, WeakMap<Type, Constants>>();

/** Returns the constants of a type, which each divergence in each other variant of a union asks for. */
function constantsOf(api: IndexedApi, type: Type): Constants {
  const byType = constantsByApi.get(api) ?? new WeakMap<Type, Constants>();
  constantsByApi.set(api, byType);
  const constants = byType.get(type) ?? constantsIn(api, type);
  byType.set(type, constants);
  return constants;
}

function constantsIn(api: IndexedApi, type: Type): Constants {
  const found = new Map<string, readonly LiteralValue[]>();
  for (const { name, type: property, required } of propertiesOf(api, resolved(api, type).type, '')) {
    const values = scalarType(api, resolved(api, property).type);
    if (required && values.kind === 'enum' && !values.open) {
      found.set(
        name,
        values.values.map(({ value }) => value),
      );
    }
  }
  return found;
}

function isRecord(api: IndexedApi, type: Type): boolean {
  const { kind } = resolved(api, type).type;
  return !['string', 'integer', 'number', 'boolean', 'enum', 'bytes', 'array'].includes(kind);
}
