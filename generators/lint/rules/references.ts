/** Rules about references, and what stands beside them. */
import type { LintRule } from '../rule.js';
import { remarksBesideReferences } from '../remarks-beside-references.js';
import type { Inventory } from '../inventory.js';
import type { ReferenceSite } from '../site.js';
import { equal, get } from '../../document/index.js';

/** A `$ref` without a target. */
export const referenceMissing: LintRule = {
  name: 'reference-missing',
  severity: 'error',
  check: ({ references, follow }) =>
    references
      .filter((site) => follow(site) === undefined)
      .map(({ path, reference }) => ({ path, sentence: `"${reference}" has no target.` })),
};

/**
 * Keywords beside a `$ref` that tools ignore in the dialect of the document. There is one finding for each schema or
 * operation.
 */
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

/** Keywords that say nothing about values; `nullable` is honoured beside a reference. */
const annotations: ReadonlySet<string> = new Set([
  ...['$ref', 'description', 'summary', 'title', 'example', 'examples', 'default', 'deprecated', 'externalDocs', 'xml'],
  ...['nullable', 'readOnly', 'writeOnly', 'discriminator'],
]);

/**
 * Keywords beside a `$ref` that would change what is generated, and mean nothing there: before OpenAPI 3.1, constraints of schemas;
 * in every edition, those of parameters, bodies, responses and headers, except for texts and for what the target says, too. There is
 * one finding for each schema or operation.
 */
export const constraintBesideReference: LintRule = {
  name: 'constraint-beside-reference',
  severity: 'warning',
  check: (inventory) => remarksBesideReferences(inventory, (site) => constraintsBeside(site, inventory)),
};

/** Returns the constraints beside a reference. A type that the reference has as well is none. */
function constraintsBeside(site: ReferenceSite, { dialect, follow }: Inventory): readonly string[] {
  const { value, ofSchema } = site;
  if (ofSchema && dialect !== 'swagger-2.0' && dialect !== 'openapi-3.0') return [];
  return Object.keys(value).filter((key) => {
    if (annotations.has(key) || key.startsWith('x-')) return false;
    if (!ofSchema) return !equal(get(value, key), get(follow(site)?.value ?? {}, key));
    const target = key === 'type' ? follow(site)?.value : undefined;
    const type = target === undefined ? undefined : get(target, 'type');
    return key !== 'type' || (type !== undefined && type !== get(value, 'type'));
  });
}
