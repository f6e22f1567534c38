/**
 * Keywords beside a `$ref` that tools ignore in the dialect of the document. There is one finding for each schema or
 * operation.
 */
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { ReferenceSite } from '../site.js';
import { constraintsBeside } from './constraint-beside-reference.js';

export const referenceWithSiblings: LintRule = {
  name: 'reference-with-siblings',
  severity: 'warning',
  check: ({ references, dialect, follow }) => {
    const ignored = (site: ReferenceSite) => ignoredBeside(site, dialect, follow);
    const byOwner = groupBy(
      references.filter((reference) => ignored(reference).length > 0),
      ({ owner }) => owner,
    );
    return [...byOwner].map(([owner, sites]) => {
      const keys = [...new Set(sites.flatMap(ignored))].sort();
      const count = sites.length === 1 ? 'a reference' : `${sites.length} references`;
      const sentence = `${owner} has ${count} with ${keys.join(', ')} beside it, which ${dialect} ignores; wrap the reference in allOf.`;
      return { path: sites[0]?.path ?? [], sentence };
    });
  },
};

/** Returns the keywords beside a reference that have no meaning there, except for constraints: they have a rule of their own. */
function ignoredBeside(
  site: ReferenceSite,
  dialect: Inventory['dialect'],
  follow: Inventory['follow'],
): readonly string[] {
  const { value, ofSchema } = site;
  const constraints = constraintsBeside(site, dialect, follow);
  const siblings = Object.keys(value).filter((key) => key !== '$ref' && !constraints.includes(key));
  // null is allowed beside a reference, as most tools read it.
  if (dialect === 'swagger-2.0' || dialect === 'openapi-3.0')
    return siblings.filter((key) => !ofSchema || (key !== 'nullable' && key !== 'x-nullable'));
  return ofSchema ? [] : siblings.filter((key) => key !== 'summary' && key !== 'description');
}
