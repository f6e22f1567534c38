/** Functions that build the trees of types. */
import {
  isTree,
  type ArrayTree,
  type GenericTree,
  type ObjectTypeTree,
  type TypeCode,
  type TypeEntry,
} from './tree.js';

/** Returns the union of the types; nested unions are flattened. */
export function union(members: readonly TypeCode[]): TypeCode {
  const flat = members.flatMap((member) => (isTree(member) && member.kind === 'union' ? member.members : [member]));
  const [only, ...more] = flat;
  return only !== undefined && more.length === 0 ? only : { kind: 'union', members: flat };
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
