/** Grouping of entries by a key, so that rules can report one finding for many places. */
import type { Remark } from './rule.js';

export function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}

/** Returns one remark for each meaning, at its first place. */
export function remarksOf(
  found: readonly { readonly path: readonly string[]; readonly meaning: string }[],
): readonly Remark[] {
  return [...groupBy(found, ({ meaning }) => meaning)].flatMap(([meaning, group]): readonly Remark[] => {
    const times = group.length === 1 ? '' : ` (${group.length} times)`;
    return group.slice(0, 1).map(({ path }) => ({ path, sentence: `${meaning}${times}.` }));
  });
}
