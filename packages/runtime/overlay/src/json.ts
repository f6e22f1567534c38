/** JSON values as they come: read and written by own keys only, so that no key of a message reaches a prototype. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The value of an own key. */
export function own(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Absent and null mean the same. */
export function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** What engines take for not set is not given: null, 0, false, an empty text, an empty list or map. */
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

/** The keys that mean the name: itself, and where engines do not care for the case of letters, all spellings of it. */
export function keysFor(record: JsonRecord, name: string, anyCase: boolean): readonly string[] {
  const exact = Object.hasOwn(record, name) ? [name] : [];
  if (!anyCase) return exact;
  // The fastest way through an object of JSON, which every rule goes.
  for (const key in record) {
    if (key === name || !isSpelled(key, name)) continue;
    if (Object.hasOwn(record, key)) exact.push(key);
  }
  return exact;
}

/** Whether a key is the name in any case of letters. Mostly the first one decides, and no other text need be made. */
export function isSpelled(key: string, name: string): boolean {
  if (key.length !== name.length) return false;
  for (let index = 0; index < key.length; index += 1) {
    const one = key.charCodeAt(index);
    const other = name.charCodeAt(index);
    if (one === other) continue;
    if (one > 0x7f || other > 0x7f) return folded(key) === folded(name);
    const small = one | 0x20;
    if (small !== (other | 0x20) || small < 0x61 || small > 0x7a) return false;
  }
  return true;
}

/** Upper case first: so the long s and the sign of kelvin become the letters that engines take them for. */
function folded(name: string): string {
  return name.toUpperCase().toLowerCase();
}
