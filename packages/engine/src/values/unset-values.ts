/** Removes null properties, which mean the same as absent ones in requests. */

export function withoutUnset(given: object): object {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, withoutUnsetDeep(value)]),
  );
}

function withoutUnsetDeep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsetDeep);
  return typeof value === 'object' && value !== null ? withoutUnset(value) : value;
}
