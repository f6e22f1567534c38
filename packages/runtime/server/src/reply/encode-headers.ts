/** The headers of a handler's response, as strings. */
import { type PathStat, type ResponseContract, encodeHeader, encodePathStat } from '@lading/runtime-wire';
import { checkLength } from './content-length.js';
import { endToEndHeaders } from './end-to-end-headers.js';
import type { Headers } from './response-headers.js';

/**
 * Those that the contract names are encoded as it says, others are strings, or arrays of strings that become a line
 * each. Headers of a connection, and those that `Connection` names, are left out.
 * @throws WireError for values that a header cannot carry, RangeError for a `Content-Length` that is none
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
    const encode = (one: unknown): string => encodeHeader(contractName, parameter?.encoding ?? 'plain', one);
    if (isPathStat(contractName, value)) encoded[contractName] = encodePathStat(value);
    else if (parameter === undefined && Array.isArray(value)) encoded[contractName] = value.map(encode);
    else encoded[contractName] = encode(value);
    if (key === 'content-length') checkLength(encoded[contractName]);
  }
  return encoded;
}

/** Its base64 is another one than that of all other headers. */
function isPathStat(name: string, value: unknown): value is PathStat {
  return typeof value === 'object' && /-container-path-stat$/i.test(name);
}
