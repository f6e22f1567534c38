/** Reads the value of a header parameter. */
import { decodeValue } from './decode-value.js';
import type { Encoding } from './encoding.js';

/**
 * Both alphabets of base64, with and without padding.
 * @throws WireError JSON_INVALID or BASE64_INVALID; the text, which may be a secret, is not in the message
 */
export function decodeHeader(name: string, encoding: Encoding, text: string): unknown {
  return decodeValue(encoding, [text], `header ${name}`);
}
