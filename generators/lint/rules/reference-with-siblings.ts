/**
 * Keywords beside a `$ref` that tools ignore in the dialect of the document. There is one finding for each schema or
 * operation.
 */
import { remarksBesideReferences } from '../remarks-beside-references.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { ReferenceSite } from '../site.js';
import { constraintsBeside } from './constraint-beside-reference.js';

export const referenceWithSiblings: LintRule = {
  name: 'reference-with-siblings',
  severity: 'warning',
  check: (inventory) => remarksBesideReferences(inventory, (site) => ignoredBeside(site, inventory)),
};

/** Returns the keywords beside a reference that have no meaning there, except for constraints: they have a rule of their own. */
function ignoredBeside(site: ReferenceSite, inventory: Inventory): readonly string[] {
  const { value, ofSchema } = site;
  const { dialect } = inventory;
  const constraints = constraintsBeside(site, inventory);
  const siblings = Object.keys(value).filter((key) => key !== '$ref' && !constraints.includes(key));
  // null is allowed beside a reference, as most tools read it.
  if (dialect === 'swagger-2.0' || dialect === 'openapi-3.0')
    return siblings.filter((key) => !ofSchema || (key !== 'nullable' && key !== 'x-nullable'));
  return ofSchema ? [] : siblings.filter((key) => key !== 'summary' && key !== 'description');
}
