/** How the texts of a query or header parameter become a value. */
import { decodeBase64UrlJson } from './base64-url-json.js';
import type { Encoding } from './encoding.js';
import { WireError } from './wire-error.js';

/**
 * The mirror of what `encodeQuery` and `encodeHeader` write: a text for `plain`, a list of texts for `repeated` and
 * `joined`, a JSON value for the others. Where one is wanted and several are given the first counts. Undefined for no
 * texts at all, and for empty ones that should be JSON.
 * @throws WireError JSON_INVALID or BASE64_INVALID; the text, which may be a secret, is not in the message
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
      return first === '' ? undefined : parsed(first, place);
    case 'base64url-json':
      return first === '' ? undefined : decodeBase64UrlJson(first);
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new WireError('JSON_INVALID', `${place} is not JSON`);
  }
}
