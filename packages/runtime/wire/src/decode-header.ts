/** Decodes the value of a header parameter. */
import { decodeValue } from './decode-value.js';
import type { Encoding } from './encoding.js';

/**
 * Returns the decoded value. Base64 is accepted in both alphabets, with and without padding.
 *
 * @throws WireError JSON_INVALID or BASE64_INVALID; the message does not contain the value, which may be a secret
 */
export function decodeHeader(name: string, encoding: Encoding, text: string): unknown {
  return decodeValue(encoding, [text], `header ${name}`);
}
