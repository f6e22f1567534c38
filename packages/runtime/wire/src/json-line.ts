/** Encodes one item of a stream of JSON values: a line, or a JSON text sequence. */
import { jsonText } from './json-text.js';
import { essenceOf } from './preferred-media-type.js';

/**
 * Returns the value as JSON in one line, including the line end.
 *
 * @throws WireError NUMBER_NOT_FINITE for numbers that are not finite, VALUE_INVALID for values without a JSON
 * representation
 */
export function jsonLine(value: unknown): string {
  return `${jsonText(value, 'value')}\n`;
}

/**
 * Returns the JSON of an item as the media type of its stream separates items: a record separator before it in a JSON text
 * sequence (RFC 7464), and a line end after it.
 */
export function jsonStreamItem(json: string, mediaType: string): string {
  return /[/+]json-seq$/.test(essenceOf(mediaType)) ? `\x1e${json}\n` : `${json}\n`;
}
