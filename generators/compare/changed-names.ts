/** Finds the schemas that differ between two versions, and those that refer to them. */
import { everyOperation, referencesOf, typesOf, type Operation, type Schema } from '../ir/index.js';
import { equalFacts } from './facts.js';

type SchemasByName = ReadonlyMap<string, Schema>;

/** Returns the names of the schemas that differ, directly or in a schema that they refer to. */
export function changedNames(older: SchemasByName, newer: SchemasByName): ReadonlySet<string> {
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  const changed = new Set(names.filter((name) => !equalFacts(older.get(name), newer.get(name))));
  if (changed.size === 0) return changed;
  const users = new Map<string, string[]>();
  for (const { name, type } of newer.values()) {
    for (const used of referencesOf(type)) {
      const of = users.get(used) ?? [];
      users.set(used, of);
      of.push(name);
    }
  }
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of changed) users.get(name)?.forEach((user) => changed.add(user));
  return changed;
}

/** Whether an operation refers to one of these schemas. */
export function mentions(operation: Operation, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const operations = everyOperation({ operations: [operation], webhooks: [] });
  return operations.some((one) => typesOf(one).some((type) => referencesOf(type).some((name) => names.has(name))));
}
