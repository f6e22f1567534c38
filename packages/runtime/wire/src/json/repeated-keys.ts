/** A JSON object in which a key occurs more than once, which a JavaScript object cannot represent. */
export class RepeatedKeys {
  /** All properties, in the order of the JSON text. */
  readonly entries: readonly (readonly [key: string, value: unknown])[];

  constructor(entries: readonly (readonly [key: string, value: unknown])[]) {
    this.entries = entries;
  }
}

/** Returns the properties of an object in their order, or undefined if the value is not an object. */
export function entriesOf(value: unknown): readonly (readonly [key: string, value: unknown])[] | undefined {
  if (value instanceof RepeatedKeys) return value.entries;
  return isObject(value) ? Object.entries(value) : undefined;
}

/** Returns the value without repeated keys: the last one counts, as in engines for values without a type. */
export function withLastKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLastKeys);
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const object: Record<string, unknown> = {};
  for (const [key, property] of entries) setProperty(object, key, withLastKeys(property));
  return object;
}

/** Whether the value, or a value in it, is an object with repeated keys. */
export function hasRepeatedKeysIn(value: unknown): boolean {
  if (value instanceof RepeatedKeys) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRepeatedKeysIn);
}

/** Sets a property. The key `__proto__` is data like every other. */
export function setProperty(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
