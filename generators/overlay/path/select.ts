/** Selects nodes of a document by a JSONPath (RFC 9535). */
import parse from 'jsonpath-rfc9535/parser';
import { get, isArray, isObject, pointerOf, type Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { Location } from '../document-draft.js';
import { shortened, withinBudget, type Budget } from './budget.js';
import { LinearExpressions } from './linear-expression.js';
import { locationOf, visitQuery } from './query.js';
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
      remedy:
        "Write a path of RFC 9535 that starts with $ and has names with a hyphen in brackets, such as $.paths['/info']['x-id']",
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

// Control characters must be escaped in a name (RFC 9535, 2.3.1.1); a quotation mark only in quotation marks of the same kind.
const SEGMENT =
  /\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|\[(0|[1-9]\d{0,14})\]|\['([^'\\\u0000-\u001f]*(?:\\.[^'\\\u0000-\u001f]*)*)'\]|\["([^"\\\u0000-\u001f]*(?:\\.[^"\\\u0000-\u001f]*)*)"\]/y;

/** Returns the location that a path selects, or `undefined` if it is a query or not a path. */
function singularPath(path: string): Location | undefined {
  if (!path.startsWith('$')) return undefined;
  const location: (string | number)[] = [];
  SEGMENT.lastIndex = 1;
  while (SEGMENT.lastIndex < path.length) {
    const match = SEGMENT.exec(path);
    if (match === null) return undefined;
    const [, shorthand, index, single, double] = match;
    const name = shorthand ?? (single === undefined ? unescaped(double ?? '') : unescaped(asDoubleQuoted(single)));
    if (name === undefined) return undefined;
    location.push(index === undefined ? name : Number(index));
  }
  return location;
}

function asDoubleQuoted(single: string): string {
  return single.replace(/\\.|"/g, (found) => (found === "\\'" ? "'" : found === '"' ? '\\"' : found));
}

/** Resolves the escapes of a JSONPath name, which are those of a JSON string. */
function unescaped(name: string): string | undefined {
  if (!name.includes('\\')) return name;
  try {
    return String(JSON.parse(`"${name}"`));
  } catch {
    return undefined;
  }
}
