/** The schemas whose requests and responses differ: by properties that only one of them has. */
import { innerTypes, type Api, type Type } from 'lading/emitter';
import { referencesOf } from './order.js';

/** Returns the names of the schemas that contain a required property which only responses or only requests have. */
export function requestSchemas({ schemas }: Api): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const found = new Set<string>();
  const todo: string[] = [];
  for (const { name, type } of schemas) {
    for (const used of referencesOf(type)) users.set(used, [...(users.get(used) ?? []), name]);
    if (hasOneSided(type)) todo.push(name);
  }
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    todo.push(...(users.get(name) ?? []));
  }
  return found;
}

function hasOneSided(type: Type): boolean {
  const todo: Type[] = [type];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (
      one.kind === 'record' &&
      one.fields.some(({ required, readOnly, writeOnly }) => required && (readOnly ?? writeOnly))
    )
      return true;
    todo.push(...innerTypes(one));
  }
  return false;
}
