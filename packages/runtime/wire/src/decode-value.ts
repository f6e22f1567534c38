/** Decodes the strings of a query or header parameter to a value. */
import { decodeBase64UrlJson } from './base64-url-json.js';
import type { Encoding } from './encoding.js';
import { WireError } from './wire-error.js';

/**
 * The inverse of `encodeQuery` and `encodeHeader`: returns a string for `plain`, an array of strings for `repeated` and
 * `joined`, and a JSON value for the others. If one string is expected and several are given, the first one counts.
 * Returns undefined if there are no strings, and for an empty string that should be JSON.
 *
 * @throws WireError JSON_INVALID, BASE64_INVALID or ENCODING_UNSUPPORTED; the message does not contain the string, which may be a secret
 */
export function decodeValue(encoding: Encoding, texts: readonly string[], place: string): unknown {
  const first = texts[0];
  if (first === undefined) return undefined;
  switch (encoding) {
    case 'plain':
      return first;
    case 'repeated':
      return texts;
    case 'joined':
      return texts.flatMap((text) => text.split(',').map((item) => item.trim())).filter((item) => item !== '');
    case 'json':
      return first === '' ? undefined : parseJson(first, place);
    case 'base64url-json':
      return first === '' ? undefined : decodeBase64UrlJson(first);
    default:
      throw new WireError('ENCODING_UNSUPPORTED', `${place} has an encoding that is not supported`);
  }
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WireError('JSON_INVALID', `${place} is not JSON`);
  }
}

/**
 * Returns the decoded value. Base64 is accepted in both alphabets, with and without padding.
 *
 * @throws WireError JSON_INVALID or BASE64_INVALID; the message does not contain the value, which may be a secret
 */
export function decodeHeader(name: string, encoding: Encoding, text: string): unknown {
  return decodeValue(encoding, [text], `header ${name}`);
}
