/** Writes one JSON line. */
import { jsonText } from './json-text.js';

/**
 * The value as JSON in one line, its line end included.
 * @throws WireError NUMBER_NOT_FINITE for numbers that are not finite, VALUE_INVALID for what has no JSON
 */
export function jsonLine(value: unknown): string {
  return `${jsonText(value, 'value')}\n`;
}
