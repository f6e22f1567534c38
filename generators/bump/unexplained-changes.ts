/** Finds differences between the ported document and the published one that nothing else in the report explains. */
import { compareApis } from '../compare/index.js';
import type { Document, JsonObject } from '../document/index.js';
import type { Api, Change } from '../ir/index.js';
import { normalize } from '../normalize/index.js';
import { factsOf, type Conflict } from '../port-changes/index.js';
import type { PortedVersion } from './port-published.js';

/**
 * Compares our document of the new version with the corrected published one. Differences that the base version already had,
 * and those that are reported as conflicts, are left out.
 *
 * @param base our document of the base version
 * @param document our document of the new version
 */
export function unexplainedChanges(
  { root, published, conflicts }: PortedVersion,
  base: Document,
  document: Document,
  emitOpenapi: (api: Api) => JsonObject,
): readonly Change[] {
  const apiOf = (tree: JsonObject) => normalize({ ...base, root: tree });
  const facts = (tree: Document) => apiOf(emitOpenapi(factsOf(normalize(tree))));
  const differing = compareApis(
    factsOf(normalize({ ...document, root: published.next })),
    facts({ ...document, root }),
  );
  const earlier = compareApis(apiOf(published.previous), facts(base));
  const reported = new Set(conflicts.flatMap(placesOfConflict));
  const earlierKeys = new Set(earlier.map(keyOf));
  return differing.filter((change) => !reported.has(change.place) && !earlierKeys.has(keyOf(change)));
}

function keyOf({ kind, place }: Change): string {
  return `${kind} ${place}`;
}

/** `components schemas X properties Y type` and the entry `Y` of `components schemas X required` are both `X.Y`. */
function placesOfConflict({ path, before, after }: Conflict): readonly string[] {
  const [, , schema, key, property] = path;
  if (key === 'properties') return [`${schema}.${property}`];
  return path.at(-1) === 'required' ? [`${schema}.${String(before ?? after)}`] : [];
}
