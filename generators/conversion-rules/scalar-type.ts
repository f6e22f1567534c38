/** Reads unions of constants, and intersections with them, as the enums that they are, and other intersections with unions as unions. */
import type { EnumType, LiteralValue, Type } from '../ir/index.js';
import { resolved, type IndexedApi } from './message-types.js';

const scalars: readonly Type['kind'][] = ['enum', 'string', 'integer', 'number', 'boolean'];

/** Unions and intersections that are nested deeper are left as they are. */
const MAX_LEVELS = 100;

/**
 * Returns one enum for a union of enums of the same type of values (`oneOf` with a `const` each), and the narrowest type for
 * an intersection of scalar types; any other type as it is.
 */
export function scalarType(api: IndexedApi, type: Type, levels = MAX_LEVELS): Type {
  if (levels === 0) return type;
  if (type.kind === 'union') {
    const [first, ...others] = partsOf(api, type.options, levels);
    const isEnum = (option: Type): option is EnumType =>
      option.kind === 'enum' && first?.kind === 'enum' && option.of === first.of;
    if (first === undefined || !isEnum(first) || !others.every(isEnum)) return type;
    const enums = [first, ...others];
    return { ...first, values: enums.flatMap(({ values }) => values), open: enums.some(({ open }) => open) };
  }
  if (type.kind !== 'intersection') return type;
  const parts = partsOf(api, type.parts, levels);
  const [first] = parts;
  if (first === undefined || !parts.every(({ kind }) => scalars.includes(kind))) return type;
  const closed = parts.filter((part): part is EnumType => part.kind === 'enum' && !part.open);
  const [narrowest, ...rest] = closed;
  if (narrowest === undefined) return parts.find(({ kind }) => kind === 'enum') ?? first;
  const isIn = (value: LiteralValue) => rest.every(({ values }) => values.some((each) => each.value === value));
  return { ...narrowest, values: narrowest.values.filter(({ value }) => isIn(value)) };
}

/**
 * Returns an intersection that has a union among its parts as the union of its intersections with each variant, so that the variants
 * are compared, and one of arrays as an array; any other type as {@link scalarType} does.
 */
export function comparedType(api: IndexedApi, given: Type): Type {
  const type = scalarType(api, given);
  if (type.kind !== 'intersection') return type;
  const arrays = type.parts.map((part) => resolved(api, part).type).filter((part) => part.kind === 'array');
  const [first, ...rest] = arrays;
  if (first !== undefined)
    return rest.length === 0
      ? first
      : { ...first, items: { kind: 'intersection', parts: arrays.map(({ items }) => items) } };
  const index = type.parts.findIndex((part) => resolved(api, part).type.kind === 'union');
  const union = index < 0 ? undefined : resolved(api, type.parts[index] as Type).type;
  if (union?.kind !== 'union') return type;
  const others = type.parts.toSpliced(index, 1);
  return { ...union, options: union.options.map((option) => ({ ...type, parts: [...others, option] })) };
}

function partsOf(api: IndexedApi, types: readonly Type[], levels: number): readonly Type[] {
  return types.map((type) => scalarType(api, resolved(api, type).type, levels - 1));
}
