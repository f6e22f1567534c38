/** Selects nodes of a document by a JSONPath (RFC 9535). */
import parse from 'jsonpath-rfc9535/parser';
import { get, isArray, isObject, pointerOf, type Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { Location } from '../document-draft.js';
import { shortened, withinBudget, type Budget } from './budget.js';
import { LinearExpressions } from './linear-expression.js';
import { locationOf, visitQuery } from './query.js';
import { singularPath } from './singular-path.js';
import type { Query } from './syntax.js';

/** A longer path is no path that somebody wrote, and takes long to parse. */
const maxLength = 10_000;
/** The memory of a location counts, too. */
const unitsOfLocation = 4;

/**
 * Returns the locations that a path selects, each once.
 *
 * @param budget the work that all paths of an overlay may cause
 * @throws LadingError `OVERLAY_TARGET` at `place` if the path is not a JSONPath, or takes too many steps
 */
export function select(root: Json, path: string, place: string, budget: Budget): readonly Location[] {
  const singular = path.length > maxLength ? undefined : singularPath(path);
  if (singular !== undefined) return exists(root, singular) ? [singular] : [];
  const query = parsed(path, place);
  const locations = new Map<string, Location>();
  withinBudget(path, place, () => {
    const evaluation = { root, budget, expressions: new LinearExpressions(budget), visitQuery };
    visitQuery(evaluation, root, query, (node) => {
      const location = locationOf(node);
      budget.spend(unitsOfLocation * (location.length + 1));
      locations.set(pointerOf(location), location);
      return false;
    });
  });
  return [...locations.values()];
}

function parsed(path: string, place: string): Query {
  try {
    if (path.length > maxLength) throw new RangeError(`it has more than ${maxLength} characters`);
    return parse(path);
  } catch (error) {
    throw new LadingError({
      code: 'OVERLAY_TARGET',
      subject: `${shortened(path)} is not a JSONPath: ${error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read'}`,
      place,
      remedy: "Write a path of RFC 9535 that starts with $, such as $.paths['/info'].get",
    });
  }
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
