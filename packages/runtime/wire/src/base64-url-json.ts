/** JSON in base64url, the encoding of header parameters for credentials. */
import { jsonText } from './json-text.js';
import { WireError } from './wire-error.js';

/** Encodes with padding, since engines ignore credentials without it. */
export function encodeBase64UrlJson(value: unknown): string {
  return withPadding(Buffer.from(jsonText(value, 'value')).toString('base64url'));
}

/**
 * Decodes either alphabet, with or without padding.
 *
 * @throws WireError BASE64_INVALID or JSON_INVALID; the message does not contain the value, which may be a secret
 */
export function decodeBase64UrlJson(text: string): unknown {
  if (!isBase64(text)) throw new WireError('BASE64_INVALID', 'the value is not base64');
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString()) as unknown;
  } catch {
    throw new WireError('JSON_INVALID', 'the decoded base64 is not JSON');
  }
}

/** Returns the value of the header `X-Registry-Auth`. */
export function encodeRegistryAuth(auth: object): string {
  // The copy has no `toJSON` that hides secrets.
  return encodeBase64UrlJson(structuredClone(auth));
}

export function isBase64(text: string): boolean {
  const digits = text.replace(/={0,2}$/, '');
  return /^[\w+/-]*$/.test(digits) && digits.length % 4 !== 1;
}

/** Converts base64 to the alphabet and the padding that engines read. */
export function toBase64Url(text: string): string {
  return withPadding(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
}

function withPadding(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
