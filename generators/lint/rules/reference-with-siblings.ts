/**
 * Keywords beside a `$ref` that tools ignore in the dialect of the document. There is one finding for each schema or
 * operation.
 */
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { ReferenceSite } from '../site.js';

export const referenceWithSiblings: LintRule = {
  name: 'reference-with-siblings',
  severity: 'warning',
  check: ({ references, dialect }) => {
    const byOwner = groupBy(
      references.filter((reference) => ignored(reference, dialect).length > 0),
      ({ owner }) => owner,
    );
    return [...byOwner].map(([owner, sites]) => {
      const keys = [...new Set(sites.flatMap((site) => ignored(site, dialect)))].sort();
      const count = sites.length === 1 ? 'a reference' : `${sites.length} references`;
      const sentence = `${owner} has ${count} with ${keys.join(', ')} beside it, which ${dialect} ignores; wrap the reference in allOf.`;
      return { path: sites[0]?.path ?? [], sentence };
    });
  },
};

function ignored({ value, ofSchema }: ReferenceSite, dialect: Inventory['dialect']): readonly string[] {
  const siblings = Object.keys(value).filter((key) => key !== '$ref');
  if (dialect === 'swagger-2.0' || dialect === 'openapi-3.0') return siblings;
  return ofSchema ? [] : siblings.filter((key) => key !== 'summary' && key !== 'description');
}
