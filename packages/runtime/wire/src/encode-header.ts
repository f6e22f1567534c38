/** Encodes the value of a header parameter. */
import { type Encoding, type Stringify, encodeValue } from './encoding.js';
import { WireError } from './wire-error.js';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Tab and the printable characters of Latin-1. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Returns the header's value. Arrays are joined by commas, and JSON is escaped to ASCII. `stringify` replaces `JSON.stringify`.
 *
 * @throws WireError HEADER_INJECTION for line ends, other control characters and characters outside Latin-1, in the
 * name and in the value; the message never contains the value, which may be a secret. Other errors are those of
 * `encodeQuery`.
 */
export function encodeHeader(name: string, encoding: Encoding, value: unknown, stringify?: Stringify): string {
  if (!NAME.test(name)) throw new WireError('HEADER_INJECTION', `${JSON.stringify(name)} is not a header name`);
  const text = encodeValue(encoding, value, `header ${name}`, stringify).join(',');
  const safe = encoding === 'json' ? text.replace(/[\x7f-\uffff]/g, unicodeEscape) : text;
  if (!VALUE.test(safe)) {
    throw new WireError('HEADER_INJECTION', `header ${name} has a character that is not allowed in a header`);
  }
  return safe;
}

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
