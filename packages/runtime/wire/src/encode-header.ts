/** Writes the value of a header parameter. */
import { type Encoding, encodeValue } from './encoding.js';
import { WireError } from './wire-error.js';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Tab, and what Latin-1 can print. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The header's value; lists are joined by commas, JSON is kept in ASCII by escapes.
 * @throws WireError HEADER_INJECTION for line ends, other controls and letters beyond Latin-1, in the name as in the
 * value; the value, which may be a secret, is never in the message. As `encodeQuery` for the rest.
 */
export function encodeHeader(name: string, encoding: Encoding, value: unknown): string {
  if (!NAME.test(name)) throw new WireError('HEADER_INJECTION', `${JSON.stringify(name)} is no name of a header`);
  const text = encodeValue(encoding, value, `header ${name}`).join(',');
  const safe = encoding === 'json' ? text.replace(/[\x7f-\uffff]/g, unicodeEscape) : text;
  if (!VALUE.test(safe)) {
    throw new WireError('HEADER_INJECTION', `header ${name} has a character that a header cannot carry`);
  }
  return safe;
}

function unicodeEscape(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
