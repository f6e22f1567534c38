/** Functions that build the trees of types. */
import {
  isTree,
  type ArrayTree,
  type GenericTree,
  type ObjectTypeTree,
  type TupleTree,
  type TypeCode,
  type TypeEntry,
} from './tree.js';

/** Returns the union of the types; nested unions are flattened, equal types occur once, and `never` is left out. */
export function union(members: readonly TypeCode[]): TypeCode {
  const all = members.flatMap((member) => (isTree(member) && member.kind === 'union' ? member.members : [member]));
  // A set keeps the order of its members; trees are different objects.
  const flat = [...new Set(all)].filter((member) => member !== 'never');
  const [only, ...more] = flat;
  if (only === undefined) return 'never';
  return more.length === 0 ? only : { kind: 'union', members: flat };
}

/** Returns the intersection of the types; nested intersections are flattened. */
export function intersection(members: readonly TypeCode[]): TypeCode {
  const flat = members.flatMap((member) =>
    isTree(member) && member.kind === 'intersection' ? member.members : [member],
  );
  const [only, ...more] = flat.filter((member) => member !== 'unknown');
  if (only === undefined) return 'unknown';
  return more.length === 0 ? only : { kind: 'intersection', members: [only, ...more] };
}

/** Returns `[items, optional items?, ...rest[]]`. */
export function tuple(items: readonly TypeCode[], required: number, rest?: TypeCode): TupleTree {
  return { kind: 'tuple', items, required, ...(rest !== undefined && { rest }) };
}

/** Returns `name<types>`. */
export function generic(name: string, ...types: readonly TypeCode[]): GenericTree {
  return { kind: 'generic', name, types };
}

/** Returns `item[]`. */
export function arrayOf(item: TypeCode): ArrayTree {
  return { kind: 'array', item };
}

/** Returns an object type. @param open one member on each line, even if all fit on one */
export function objectType(members: readonly TypeEntry[], open?: 'open'): ObjectTypeTree {
  return { kind: 'object-type', members, ...(open !== undefined && { open: true }) };
}

/** Returns an object type with any keys and one type of values. */
export function mapOf(values: TypeCode): ObjectTypeTree {
  return objectType([['[key: string]', values]]);
}
