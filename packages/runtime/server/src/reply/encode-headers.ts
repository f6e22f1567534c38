/** Encodes the headers of a handler. */
import { type PathStat, type ResponseContract, encodeHeader, encodePathStat, jsonText } from '@lading/runtime-wire';
import { endToEndHeaders } from './end-to-end-headers.js';
import { type Headers, checkLength } from './response-headers.js';

/**
 * Encodes headers. Those of the contract are encoded accordingly. Others are strings, or arrays of strings that are
 * sent as one line each. Hop-by-hop headers are removed.
 *
 * @throws WireError for values that are not allowed in a header, RangeError for an invalid `Content-Length`
 */
export function encodeHeaders(
  response: ResponseContract | undefined,
  headers: Readonly<Record<string, unknown>>,
): Headers {
  const named = response?.headers ?? {};
  const encoded: Headers = {};
  for (const [name, value] of Object.entries(endToEndHeaders(headers))) {
    const key = name.toLowerCase();
    if (value === undefined || value === null) continue;
    const [contractName, parameter] = Object.entries(named).find(([one]) => one.toLowerCase() === key) ?? [name];
    const stringify = (one: unknown): string => jsonText(one, `header ${contractName}`);
    const encode = (one: unknown): string => encodeHeader(contractName, parameter?.encoding ?? 'plain', one, stringify);
    if (isPathStat(contractName, value)) encoded[contractName] = encodePathStat(value);
    else if (parameter === undefined && Array.isArray(value)) encoded[contractName] = value.map(encode);
    else encoded[contractName] = encode(value);
    if (key === 'content-length') checkLength(encoded[contractName]);
  }
  return encoded;
}

/** Tells whether a value is a path stat, whose base64 alphabet differs from that of all other headers. */
function isPathStat(name: string, value: unknown): value is PathStat {
  return typeof value === 'object' && /-container-path-stat$/i.test(name);
}
