/** What was made of a value, as long as somebody holds the value. */

/** `make`, asked once for each value: a value never changes, so neither does what is made of it. */
export function memo<Value extends object, Made>(make: (value: Value) => Made): (value: Value) => Made {
  const known = new WeakMap<Value, { readonly made: Made }>();
  return (value) => {
    const found = known.get(value);
    if (found !== undefined) return found.made;
    const made = make(value);
    known.set(value, { made });
    return made;
  };
}
