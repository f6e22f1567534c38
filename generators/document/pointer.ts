/** JSON pointers (RFC 6901), which references and errors contain. */
import { get, isArray, isObject, type Json } from './json.js';

/** Formats a JSON pointer: `['paths', '/info']` → `/paths/~1info`. */
export function pointerOf(segments: readonly (string | number)[]): string {
  return segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Parses a JSON pointer: `/paths/~1info` → `['paths', '/info']`. Valid percent-encoding of a URI fragment is decoded. */
export function segmentsOf(pointer: string): readonly string[] {
  if (pointer === '' || pointer === '/') return [];
  return pointer
    .replace(/^\//, '')
    .split('/')
    .map((segment) => decoded(segment).replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the value at a place, or `undefined` if the document has none there. */
export function at(root: Json, segments: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const segment of segments) {
    if (isArray(value)) value = value[Number(segment)];
    else if (isObject(value)) value = get(value, segment);
    else return undefined;
  }
  return value;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
