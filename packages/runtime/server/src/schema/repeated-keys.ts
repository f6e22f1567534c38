/** An object of JSON in which a key stands more than once, which no object of JavaScript can hold. */
export class RepeatedKeys {
  /** All of them, in the order of the text. */
  readonly entries: readonly (readonly [key: string, value: unknown])[];

  constructor(entries: readonly (readonly [key: string, value: unknown])[]) {
    this.entries = entries;
  }
}

/** The properties of an object in their order; undefined for what is none. */
export function entriesOf(value: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  if (value instanceof RepeatedKeys) return value.entries;
  return isObject(value) ? Object.entries(value) : undefined;
}

/** Without repeated keys, of which the last one counts: as an engine reads what it has no type for. */
export function withLastKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLastKeys);
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const object: Record<string, unknown> = {};
  for (const [key, member] of entries) setProperty(object, key, withLastKeys(member));
  return object;
}

/** A key `__proto__` is data too. */
export function setProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
