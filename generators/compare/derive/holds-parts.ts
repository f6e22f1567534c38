/** The places of a document that contain operations and named schemas, the units of a review. */
import type { Path, Segment } from './json-path.js';

const MAPS_OF_PARTS = new Set<Segment>(['definitions', 'parameters', 'responses', 'securityDefinitions']);
const MAPS_OF_PATHS = new Set<Segment>(['paths', 'webhooks']);

/**
 * Whether an object only contains parts, each of which is edited by separate actions: the root, the paths, a path, the schemas.
 * Any other object is edited as a whole.
 */
export function containsParts(path: Path): boolean {
  const [first, second, third] = path;
  if (first === undefined) return true;
  if (third !== undefined) return false;
  if (MAPS_OF_PATHS.has(first) || first === 'components') return true;
  return second === undefined && MAPS_OF_PARTS.has(first);
}
