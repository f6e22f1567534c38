/** Encodes the headers of a reply, in the style `simple` or as JSON. */
import { WireError, type Encoding, type ResponseContract } from '@lading/runtime-wire';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { endToEndHeaders, type Headers } from '../../reply/index.js';

/** Those of a single connection are left out. @throws TypeError for a value that a header cannot have */
export function encodeResponseHeaders(
  response: ResponseContract | undefined,
  headers: Readonly<Record<string, unknown>> = {},
): Headers {
  const encoded: Headers = {};
  const declared = Object.entries(response?.headers ?? {});
  for (const [name, value] of Object.entries(endToEndHeaders(headers))) {
    if (value === undefined || value === null) continue;
    const parameter = declared.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    validateHeaderName(name);
    // Set-Cookie is the only header of which several are not one that is joined by commas (RFC 9110).
    const isRepeated = Array.isArray(value) && (parameter === undefined || name.toLowerCase() === 'set-cookie');
    const text = isRepeated ? value.map(String) : textOf(value, parameter?.encoding);
    for (const one of [text].flat()) validateHeaderValue(name, one);
    encoded[name] = text;
  }
  return encoded;
}

function textOf(value: unknown, encoding: Encoding = 'plain'): string {
  if (
    encoding === 'json' ||
    (typeof encoding === 'object' && 'mediaType' in encoding && /json$/.test(encoding.mediaType))
  ) {
    return JSON.stringify(value).replace(
      /[\x7f-\uffff]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (Array.isArray(value)) return value.map(String).join(',');
  if (typeof value !== 'object' || value === null) return String(value);
  if (typeof encoding === 'string' && encoding !== 'plain' && encoding !== 'joined')
    throw new WireError('ENCODING_UNSUPPORTED', `a header cannot be ${encoding}`);
  const explode = typeof encoding === 'object' && 'style' in encoding && encoding.explode === true;
  return Object.entries(value)
    .map(([key, one]) => `${key}${explode ? '=' : ','}${String(one)}`)
    .join(',');
}
