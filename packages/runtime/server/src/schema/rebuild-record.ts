/** Copies of records that have other properties than what was given, which is never written to. */
import { setProperty } from './repeated-keys.js';

type Values = Record<string, unknown>;

/**
 * Returns the properties in front of a key. To build a record without a property takes no longer than to delete it, and all
 * use of it is faster.
 */
export function propertiesBefore(key: string, record: Values): Values {
  const copy: Values = {};
  for (const name in record) {
    if (name === key) break;
    setProperty(copy, name, record[name]);
  }
  return copy;
}

/** Returns the record with another value; a copy if it is what was given. */
export function withValue(record: Values, given: Values, name: string, value: unknown): Values {
  const copy = record === given ? { ...given } : record;
  setProperty(copy, name, value);
  return copy;
}
