/** Reads and writes properties of JSON values for hooks: case-insensitively, as engines read requests. */
import { put } from './draft.js';
import { isRecord, keysFor } from './json.js';

/** Returns the value at a path of property names; undefined if there is none. */
export function propertyOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => {
    if (!isRecord(inner)) return undefined;
    if (Object.hasOwn(inner, name)) return inner[name];
    const [key] = keysFor(inner, name, true);
    return key === undefined ? undefined : inner[key];
  }, value);
}

/** Returns a copy with a property that replaces all its spellings; undefined removes the property. */
export function withProperty(value: unknown, name: string, property: unknown): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = isRecord(value) ? { ...value } : {};
  for (const key of keysFor(copy, name, true)) delete copy[key];
  if (property !== undefined) put(copy, name, property);
  return copy;
}
