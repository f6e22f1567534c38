/** Selects nodes of a document by a JSONPath (RFC 9535). */
import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { get, isArray, isObject, pointerOf, type Json } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { Location } from './document-draft.js';
import { nameOf, singularPath } from './singular-path.js';

/**
 * Returns the locations that a path selects, each once.
 *
 * @throws LadingError `OVERLAY_TARGET` at `place` if the path is not a JSONPath
 */
export function select(root: Json, path: string, place: string): readonly Location[] {
  const singular = singularPath(path);
  if (singular !== undefined) return exists(root, singular) ? [singular] : [];
  const locations = new Map<string, Location>();
  try {
    // The library does not change its input; its JSON type only lacks `readonly`.
    exec(root as JsonValue, path, (_, keys) => {
      const location = keys.map((key) => (typeof key === 'number' ? key : nameOf(key)));
      locations.set(pointerOf(location), location);
    });
  } catch (error) {
    throw new LadingError({
      code: 'OVERLAY_TARGET',
      subject: `${path} is not a JSONPath: ${error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read'}`,
      place,
      remedy: "Write a path of RFC 9535 that starts with $, such as $.paths['/info'].get",
    });
  }
  return [...locations.values()];
}

function exists(root: Json, location: Location): boolean {
  let node: Json | undefined = root;
  for (const segment of location) {
    if (isArray(node) && typeof segment === 'number') node = node[segment];
    else if (isObject(node) && typeof segment === 'string') node = get(node, segment);
    else return false;
  }
  return node !== undefined;
}
