/** Members of JSON values, for the code of steps: found in any case of letters, as engines read requests. */
import { put } from './draft.js';
import { isRecord, keysFor } from './json.js';

/** The value at the end of the names; undefined where there is none. */
export function memberOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => {
    if (!isRecord(inner)) return undefined;
    if (Object.hasOwn(inner, name)) return inner[name];
    const [key] = keysFor(inner, name, true);
    return key === undefined ? undefined : inner[key];
  }, value);
}

/** A copy with the member in the place of all that are spelled like it; undefined leaves it out. */
export function withMember(value: unknown, name: string, member: unknown): Readonly<Record<string, unknown>> {
  const copy: Record<string, unknown> = isRecord(value) ? { ...value } : {};
  for (const key of keysFor(copy, name, true)) delete copy[key];
  if (member !== undefined) put(copy, name, member);
  return copy;
}
