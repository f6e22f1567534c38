/** One remark for each schema or operation that has keywords beside references that are ignored there. */
import { groupBy } from './group-by.js';
import type { Inventory } from './inventory.js';
import type { Remark } from './rule.js';
import type { ReferenceSite } from './site.js';

/** @param ignoredBeside returns the keywords beside a reference that are to be reported */
export function remarksBesideReferences(
  { references, dialect }: Inventory,
  ignoredBeside: (site: ReferenceSite) => readonly string[],
): readonly Remark[] {
  const byOwner = groupBy(
    references.filter((site) => ignoredBeside(site).length > 0),
    ({ owner }) => owner,
  );
  return [...byOwner].map(([owner, sites]) => {
    const keys = [...new Set(sites.flatMap(ignoredBeside))].sort();
    const count = sites.length === 1 ? 'a reference' : `${sites.length} references`;
    const sentence = `${owner} has ${count} with ${keys.join(', ')} beside it, which ${dialect} ignores; wrap the reference in allOf.`;
    return { path: sites[0]?.path ?? [], sentence };
  });
}
