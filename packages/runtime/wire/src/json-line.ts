/** Encodes one line of a JSON Lines stream. */
import { jsonText } from './json-text.js';

/**
 * Returns the value as JSON in one line, including the line end.
 *
 * @throws WireError NUMBER_NOT_FINITE for numbers that are not finite, VALUE_INVALID for values without a JSON
 * representation
 */
export function jsonLine(value: unknown): string {
  return `${jsonText(value, 'value')}\n`;
}
