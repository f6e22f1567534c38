/** The headers that a handler answers with, as texts. */
import { encodeHeader, encodePathStat, type PathStat } from '@lading/runtime-wire';
import type { Answer } from '../contract/index.js';

/**
 * Those that the contract names are encoded as it says, others are texts.
 * @throws WireError for values that a header cannot carry
 */
export function encodeHeaders(
  answer: Answer | undefined,
  headers: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const named = answer?.headers ?? {};
  const encoded: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value === null) continue;
    const [known, parameter] = Object.entries(named).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [
      name,
    ];
    encoded[known] = isPathStat(known, value)
      ? encodePathStat(value)
      : encodeHeader(known, parameter?.encoding ?? 'plain', value);
  }
  return encoded;
}

/** Its base64 is another one than that of all other headers. */
function isPathStat(name: string, value: unknown): value is PathStat {
  return typeof value === 'object' && /-container-path-stat$/i.test(name);
}
