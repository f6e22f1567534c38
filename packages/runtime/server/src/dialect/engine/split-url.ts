/** Splits the URL of a request into the requested version, the path and the query. */
import { posix } from 'node:path';
import type { Address } from '../dialect.js';

/**
 * Splits `/v1.41/containers/json?all=1` into `1.41`, `/containers/json` and `all=1`. The origin of an absolute URL is
 * ignored.
 */
export function splitUrl(url: string): Address {
  let from = 0;
  if (url.charCodeAt(0) !== 0x2f) {
    const scheme = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(url)?.[0];
    from = scheme?.length ?? 0;
  }
  const question = url.indexOf('?', from);
  const to = question < 0 ? url.length : question;
  const query = question < 0 ? '' : url.slice(question + 1);
  let at = from;
  if (url.charCodeAt(from) === 0x2f && url.charCodeAt(from + 1) === 0x76) {
    at = from + 2;
    while (at < to && isVersionCharacter(url.charCodeAt(at))) at += 1;
    if (at > from + 2 && url.charCodeAt(at) === 0x2f) {
      return { version: url.slice(from + 2, at), path: url.slice(at, to), query };
    }
  }
  return { version: undefined, path: url.slice(from, to), query };
}

/** An empty segment, or one that refers to a folder. */
const uncleanPath = /\/\/|\/\.\.?(?:\/|$)/;

export function isCleanPath(path: string): boolean {
  return !uncleanPath.test(path);
}

/** Returns the URL with a path without empty segments, `.` and `..`, to which engines redirect; `/\host` would lead a browser to the host. */
export function cleanUrlOf(url: string): string {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  if (isCleanPath(path) || !path.startsWith('/')) return url;
  return posix.normalize(path).replaceAll('\\', '%5C') + url.slice(path.length);
}

/** Tells whether a character is a digit or a dot. */
function isVersionCharacter(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e;
}
