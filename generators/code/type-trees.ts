/** Builds the trees of types. */
import {
  isTree,
  type ArrayTree,
  type GenericTree,
  type ObjectTypeTree,
  type TypeCode,
  type TypeEntry,
} from './tree.js';

/** One of the types; a union among them gives its own members. */
export function union(members: readonly TypeCode[]): TypeCode {
  const flat = members.flatMap((member) => (isTree(member) && member.kind === 'union' ? member.members : [member]));
  const [only, ...more] = flat;
  return only !== undefined && more.length === 0 ? only : { kind: 'union', members: flat };
}

/** `name<types>` */
export function generic(name: string, ...types: readonly TypeCode[]): GenericTree {
  return { kind: 'generic', name, types };
}

/** `item[]` */
export function arrayOf(item: TypeCode): ArrayTree {
  return { kind: 'array', item };
}

/** @param open one member a line, also where all would fit */
export function objectType(members: readonly TypeEntry[], open?: 'open'): ObjectTypeTree {
  return { kind: 'object-type', members, ...(open !== undefined && { open: true }) };
}

/** An object of any keys, whose values are of one type. */
export function mapOf(values: TypeCode): ObjectTypeTree {
  return objectType([['[key: string]', values]]);
}
