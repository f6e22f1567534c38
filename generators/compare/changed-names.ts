/** The shapes that two versions do not have in common, with all that leads to one of them. */
import { referencesOf, typesOf, type Operation, type Schema } from '../ir/index.js';
import { same } from './facts.js';

type Schemas = ReadonlyMap<string, Schema>;

/**
 * The names behind which something else stands than before, themselves or in a shape that they lead to.
 */
export function changedNames(older: Schemas, newer: Schemas): ReadonlySet<string> {
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  const changed = new Set(names.filter((name) => !same(older.get(name), newer.get(name))));
  if (changed.size === 0) return changed;
  const users = new Map<string, string[]>();
  for (const { name, type } of newer.values()) {
    for (const used of referencesOf(type)) {
      const of = users.get(used) ?? [];
      users.set(used, of);
      of.push(name);
    }
  }
  // A Set visits what is added while it is walked.
  for (const name of changed) users.get(name)?.forEach((user) => changed.add(user));
  return changed;
}

/** Whether an operation names one of these. */
export function mentions(operation: Operation, names: ReadonlySet<string>): boolean {
  return names.size > 0 && typesOf(operation).some((type) => referencesOf(type).some((name) => names.has(name)));
}
