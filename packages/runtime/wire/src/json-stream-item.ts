/** Frames one item of a stream of JSON values. */
import { essenceOf } from './preferred-media-type.js';

/**
 * Returns the JSON of an item as the media type of its stream separates items: a record separator before it in a JSON text
 * sequence (RFC 7464), and a line end after it.
 */
export function jsonStreamItem(json: string, mediaType: string): string {
  return /[/+]json-seq$/.test(essenceOf(mediaType)) ? `\x1e${json}\n` : `${json}\n`;
}
