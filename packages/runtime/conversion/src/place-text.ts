/** Writes the place of a rule as text. */
import type { Place } from './rule.js';

/** Returns the place in words: `HostConfig.Annotations`, `query filters until`, `header X-Registry-Auth`; `request` is the whole. */
export function placeText({ body, query, path = '', header, segment }: Place): string {
  if (body !== undefined) return body;
  if (header !== undefined) return `header ${header}`;
  if (segment !== undefined) return `path ${segment}`;
  if (query === undefined) return 'request';
  return path === '' ? `query ${query}` : `query ${query} ${path}`;
}
