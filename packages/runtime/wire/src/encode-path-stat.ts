/** Writes what the header `X-Docker-Container-Path-Stat` tells of a path in a container. */
import { jsonText } from './json-text.js';
import type { PathStat } from './path-stat.js';

/** JSON in padded base64 with the usual alphabet, unlike the headers for credentials. */
export function encodePathStat(stat: PathStat): string {
  return Buffer.from(jsonText(stat, 'path stat')).toString('base64');
}
