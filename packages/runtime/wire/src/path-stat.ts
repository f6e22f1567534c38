/** The header `X-Docker-Container-Path-Stat`, which describes a path in a container. */
import { decodeBase64UrlJson } from './base64-url-json.js';
import { WireError } from './wire-error.js';
import { jsonText } from './json-text.js';

export interface PathStat {
  /** The last segment of the path. */
  name: string;
  /** The size in bytes. */
  size: number;
  /** The engine's mode bits: the low nine are the permissions, bit 31 marks a folder, bit 27 a symbolic link. */
  mode: number;
  /** The modification time as of RFC 3339. */
  mtime: string;
  /** Empty unless the path is a symbolic link. */
  linkTarget: string;
}

/** Decodes the value of the header. @throws WireError BASE64_INVALID, JSON_INVALID or PATH_STAT_INVALID */
export function decodePathStat(header: string): PathStat {
  const stat = decodeBase64UrlJson(header);
  if (!isPathStat(stat)) throw new WireError('PATH_STAT_INVALID', 'the header does not describe a path');
  return stat;
}

function isPathStat(value: unknown): value is PathStat {
  if (typeof value !== 'object' || value === null) return false;
  const stat: Partial<Record<keyof PathStat, unknown>> = value;
  const texts = [stat.name, stat.mtime, stat.linkTarget];
  const numbers = [stat.size, stat.mode];
  return texts.every((text) => typeof text === 'string') && numbers.every((number) => typeof number === 'number');
}

/** Encodes as JSON in padded base64 with the standard alphabet, unlike the headers for credentials. */
export function encodePathStat(stat: PathStat): string {
  return Buffer.from(jsonText(stat, 'path stat')).toString('base64');
}
