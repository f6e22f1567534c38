/** Encodes the header `X-Docker-Container-Path-Stat`, which describes a path in a container. */
import { jsonText } from './json-text.js';
import type { PathStat } from './path-stat.js';

/** Encodes as JSON in padded base64 with the standard alphabet, unlike the headers for credentials. */
export function encodePathStat(stat: PathStat): string {
  return Buffer.from(jsonText(stat, 'path stat')).toString('base64');
}
