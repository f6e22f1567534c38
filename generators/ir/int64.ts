/** 64-bit integers, which exceed the safe integers of JavaScript. */
import type { Api } from './api.js';
import { innerTypes } from './references.js';
import type { Type } from './type.js';

export function isInt64(type: Type): boolean {
  return type.kind === 'integer' && (type.format === 'int64' || type.format === 'uint64');
}

type TypePredicate = (type: Type) => boolean;

/** The predicates of APIs: several emitters need that of the same one. */
const predicates = new WeakMap<Api['schemas'], TypePredicate>();

/** Returns a predicate that tells whether a type contains a 64-bit integer at any depth. */
export function containsInt64({ schemas }: Api): TypePredicate {
  let predicate = predicates.get(schemas);
  if (predicate === undefined) predicates.set(schemas, (predicate = predicateOf(schemas)));
  return predicate;
}

function predicateOf(schemas: Api['schemas']): TypePredicate {
  const schemasWithInt64 = new Set<string>();
  const contains = (type: Type): boolean => {
    if (type.kind === 'reference') return schemasWithInt64.has(type.name);
    if (type.kind === 'record' && type.bases.some((base) => schemasWithInt64.has(base))) return true;
    return isInt64(type) || innerTypes(type).some(contains);
  };
  // Repeats until a fixed point, since schemas refer to each other.
  for (let before = -1; before !== schemasWithInt64.size;) {
    before = schemasWithInt64.size;
    for (const { name, type } of schemas) {
      if (!schemasWithInt64.has(name) && contains(type)) schemasWithInt64.add(name);
    }
  }
  return contains;
}
