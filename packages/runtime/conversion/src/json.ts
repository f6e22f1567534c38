/** Reads untrusted JSON values by their own properties only, so that no key of a message reaches a prototype. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Returns the value of an own property; undefined if there is none. */
export function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Whether a value is neither absent nor null. */
export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Whether a value is set; engines treat null, 0, false, an empty string, array or object as not set. */
export function isGiven(value: unknown): boolean {
  if (isList(value)) return value.length > 0;
  if (isRecord(value)) return Object.keys(value).length > 0;
  return isThere(value) && value !== 0 && value !== 0n && value !== false && value !== '';
}

export function isEqual(one: unknown, other: unknown): boolean {
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isRecord(one)) return Object.is(one, other);
  if (!isRecord(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

/** Returns the keys for a name: the name itself and, if names are case-insensitive, all other spellings of it. */
export function keysFor(record: JsonRecord, name: string, anyCase: boolean): readonly string[] {
  const exact = Object.hasOwn(record, name) ? [name] : [];
  if (!anyCase) return exact;
  // The fastest loop over a JSON object; every rule runs it.
  for (const key in record) {
    if (key === name || !isSpelled(key, name)) continue;
    if (Object.hasOwn(record, key)) exact.push(key);
  }
  return exact;
}

/** Whether a key equals a name case-insensitively. Mostly the first letter decides, without creating strings. */
export function isSpelled(key: string, name: string): boolean {
  if (key.length !== name.length) return false;
  for (let index = 0; index < key.length; index += 1) {
    const one = key.charCodeAt(index);
    const other = name.charCodeAt(index);
    if (one === other) continue;
    if (one > 0x7f || other > 0x7f) return folded(key) === folded(name);
    const lowerCase = one | 0x20;
    if (lowerCase !== (other | 0x20) || lowerCase < 0x61 || lowerCase > 0x7a) return false;
  }
  return true;
}

/** Folds the case as engines do: converting to upper case first turns the long s and the kelvin sign into letters. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}
