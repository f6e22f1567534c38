/** Appends an item to the array of a key in place: a copy per item takes quadratic time for a long array. */
export function appendTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
