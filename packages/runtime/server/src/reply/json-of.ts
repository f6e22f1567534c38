/** Writes JSON. */
import { jsonText } from '@lading/runtime-wire';

/** Returns a value as JSON, also if it contains a `bigint`, whose digits are written. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Only a bigint or a circular value is rejected, and JSON has a number of any length.
    if (!(error instanceof TypeError) || !/bigint/i.test(error.message)) throw error;
    return jsonText(value, 'body');
  }
}
