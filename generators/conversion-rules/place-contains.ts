/** Compares places in messages. */
import { pathsAround, type PlainPlace } from '../ir/index.js';

/** Returns a text that only equal places have in common. */
export function placeKey({ body, query, path = '', header, segment }: PlainPlace): string {
  if (body !== undefined) return `body ${body}`;
  if (query !== undefined) return `query ${JSON.stringify(query)} ${path}`;
  if (header !== undefined) return `header ${header.toLowerCase()}`;
  return segment === undefined ? 'message' : `segment ${segment}`;
}

/** Returns the keys of the places that contain this one: the whole message, the values around it, and itself. */
export function keysAround(place: PlainPlace): readonly string[] {
  const { body, query, path = '' } = place;
  const inner = body ?? (query === undefined ? '' : path);
  const values = pathsAround(inner).map((each) =>
    placeKey(body === undefined ? { ...place, path: each } : { body: each }),
  );
  return [...new Set([placeKey({}), ...values, placeKey(place)])];
}
