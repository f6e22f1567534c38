/** Finds the schema pages of each group in one pass: a pass for each group would take the square of the pages. */

interface Grouped {
  readonly kind: string;
  readonly group?: string;
}

/** Returns the schema pages of each group, in their order. */
export function schemasByGroup<P extends Grouped>(
  pages: Iterable<P>,
): ReadonlyMap<string | undefined, readonly (P & { readonly kind: 'schema' })[]> {
  const groups = new Map<string | undefined, (P & { readonly kind: 'schema' })[]>();
  for (const page of pages) {
    if (!isSchema(page)) continue;
    const group = groups.get(page.group) ?? [];
    groups.set(page.group, group);
    group.push(page);
  }
  return groups;
}

function isSchema<P extends Grouped>(page: P): page is P & { readonly kind: 'schema' } {
  return page.kind === 'schema';
}
