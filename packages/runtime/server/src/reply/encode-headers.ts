/** The headers of a handler's response, as strings. */
import { encodeHeader, encodePathStat, type PathStat } from '@lading/runtime-wire';
import type { Answer } from '../contract/index.js';
import type { Headers } from '../server/envelope.js';

/** What belongs to one connection: a response that was copied from elsewhere has it, and the host sets its own. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Those that the contract names are encoded as it says, others are strings, or arrays of strings that become a line
 * each. Headers of a connection, and those that `Connection` names, are left out.
 * @throws WireError for values that a header cannot carry, RangeError for a `Content-Length` that is none
 */
export function encodeHeaders(answer: Answer | undefined, headers: Readonly<Record<string, unknown>>): Headers {
  const named = answer?.headers ?? {};
  const encoded: Headers = {};
  const dropped = new Set(connectionOptions(headers));
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value === undefined || value === null || hopByHop.has(key) || dropped.has(key)) continue;
    const [contractName, parameter] = Object.entries(named).find(([one]) => one.toLowerCase() === key) ?? [name];
    const encode = (one: unknown): string => encodeHeader(contractName, parameter?.encoding ?? 'plain', one);
    if (isPathStat(contractName, value)) encoded[contractName] = encodePathStat(value);
    else if (parameter === undefined && Array.isArray(value)) encoded[contractName] = value.map(encode);
    else encoded[contractName] = encode(value);
    if (key === 'content-length') checkLength(encoded[contractName]);
  }
  return encoded;
}

/** `Connection: X-Hop` says that `X-Hop` is of that connection too. */
function connectionOptions(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => String(value).toLowerCase().split(','))
    .map((option) => option.trim());
}

function checkLength(value: unknown): void {
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) {
    throw new RangeError('the Content-Length of a response is not a number of bytes');
  }
}

/** Its base64 is another one than that of all other headers. */
function isPathStat(name: string, value: unknown): value is PathStat {
  return typeof value === 'object' && /-container-path-stat$/i.test(name);
}
