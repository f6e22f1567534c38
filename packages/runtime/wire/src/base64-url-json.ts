/** JSON in base64 with the alphabet for URLs, as the header parameters for credentials carry it. */
import { jsonText } from './json-text.js';
import { WireError } from './wire-error.js';

/** With padding: engines take a value without it for no credentials at all. */
export function encodeBase64UrlJson(value: unknown): string {
  return padded(Buffer.from(jsonText(value, 'value')).toString('base64url'));
}

/**
 * Reads either alphabet, with or without padding.
 * @throws WireError BASE64_INVALID or JSON_INVALID; the text, which may be a secret, is not in the message
 */
export function decodeBase64UrlJson(text: string): unknown {
  if (!isBase64(text)) throw new WireError('BASE64_INVALID', 'the text is not base64');
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString()) as unknown;
  } catch {
    throw new WireError('JSON_INVALID', 'the text in base64 is not JSON');
  }
}

/** The value of the header `X-Registry-Auth`. */
export function encodeRegistryAuth(auth: object): string {
  return encodeBase64UrlJson(auth);
}

export function isBase64(text: string): boolean {
  const digits = text.replace(/={0,2}$/, '');
  return /^[\w+/-]*$/.test(digits) && digits.length % 4 !== 1;
}

/** Text that is base64 already, brought to the alphabet and the padding that engines read. */
export function toBase64Url(text: string): string {
  return padded(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
