/**
 * Constraints beside a `$ref` before OpenAPI 3.1, which mean nothing there: values that violate them are accepted. There is one
 * finding for each schema or operation.
 */
import { get } from '../../document/index.js';
import { remarksBesideReferences } from '../remarks-beside-references.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { ReferenceSite } from '../site.js';

/** Keywords that say nothing about values; `nullable` is honoured beside a reference. */
const annotations: ReadonlySet<string> = new Set([
  ...['$ref', 'description', 'summary', 'title', 'example', 'examples', 'default', 'deprecated', 'externalDocs', 'xml'],
  ...['nullable', 'readOnly', 'writeOnly', 'discriminator'],
]);

export const constraintBesideReference: LintRule = {
  name: 'constraint-beside-reference',
  severity: 'warning',
  check: (inventory) => remarksBesideReferences(inventory, (site) => constraintsBeside(site, inventory)),
};

/** Returns the constraints beside a reference. A type that the reference has as well is none. */
export function constraintsBeside(site: ReferenceSite, { dialect, follow }: Inventory): readonly string[] {
  if (!site.ofSchema || (dialect !== 'swagger-2.0' && dialect !== 'openapi-3.0')) return [];
  const { value } = site;
  return Object.keys(value).filter((key) => {
    if (annotations.has(key) || key.startsWith('x-')) return false;
    const target = key === 'type' ? follow(site)?.value : undefined;
    const type = target === undefined ? undefined : get(target, 'type');
    return key !== 'type' || (type !== undefined && type !== get(value, 'type'));
  });
}
