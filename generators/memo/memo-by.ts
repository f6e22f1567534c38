/** What was made of several values together. */

type Level<Made> = WeakMap<object, { made?: { readonly value: Made }; readonly next: Level<Made> }>;

/** As `memo`, of several values, which are named beside what is made of them. */
export function memoBy<Made>(): (values: readonly object[], make: () => Made) => Made {
  const first: Level<Made> = new WeakMap();
  return (values, make) => {
    let level = first;
    let found: { made?: { readonly value: Made }; readonly next: Level<Made> } | undefined;
    for (const value of values) {
      found = level.get(value);
      if (found === undefined) {
        found = { next: new WeakMap() };
        level.set(value, found);
      }
      level = found.next;
    }
    if (found === undefined) return make();
    return (found.made ??= { value: make() }).value;
  };
}
