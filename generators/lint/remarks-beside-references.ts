/** One remark for each schema or operation that has keywords beside references to schemas, or to others, that are ignored there. */
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
    ({ owner, ofSchema }) => `${ofSchema} ${owner}`,
  );
  return [...byOwner.values()].flatMap((sites) => {
    const [first] = sites;
    if (first === undefined) return [];
    const remedy = first.ofSchema ? 'wrap the reference in allOf' : 'write it where the reference leads';
    const keys = [...new Set(sites.flatMap(ignoredBeside))].sort();
    const count = sites.length === 1 ? 'a reference' : `${sites.length} references`;
    const sentence = `${first.owner} has ${count} with ${keys.join(', ')} beside it, which ${dialect} ignores; ${remedy}.`;
    return [{ path: first.path, sentence }];
  });
}
