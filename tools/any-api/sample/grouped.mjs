/** Groups values by a key, in the order of their first value. */

/**
 * @template T, K
 * @param {readonly T[]} values
 * @param {(value: T) => K} keyOf
 * @returns {Map<K, T[]>}
 */
export function grouped(values, keyOf) {
  /** @type {Map<K, T[]>} */
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
