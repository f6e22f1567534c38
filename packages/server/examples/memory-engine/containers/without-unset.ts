/** Takes out what is null, in which clients say that they do not want to say anything. */

export function withoutUnset(given: object): object {
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, deep(value)]),
  );
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? withoutUnset(value) : value;
}
