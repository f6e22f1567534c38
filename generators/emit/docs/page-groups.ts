/** The groups whose operations have a page. */
import type { Api, Group } from '../../emitter/index.js';

/** The name in paths and the title of the group of all operations without a group of the document. */
const otherOperations = 'Other';

/** A group, and the name of its page. No two groups have the same page. */
export interface PageGroup extends Group {
  readonly page: string;
}

/**
 * Returns the groups of the model, and one for operations with neither a tag nor a segment of the path that names a
 * group: the model lists none for them, since its module would be that of the shared schemas.
 */
export function pageGroups({ groups, operations }: Pick<Api, 'groups' | 'operations'>): readonly PageGroup[] {
  const listed = new Set(groups.map(({ name }) => name));
  const others = new Map<string, PageGroup>();
  for (const { group, tags } of operations) {
    if (listed.has(group) || others.has(group)) continue;
    others.set(group, { name: group, page: otherOperations, title: tags[0] ?? otherOperations });
  }
  return [...groups.map((group) => ({ ...group, page: group.name })), ...others.values()];
}
