/** Declares the pages of operations in their documents, as the configuration says. */
import type { Json, PaginationRule } from '../document/index.js';
import { mapOperations } from './map-operations.js';
import { assertAllUsed, patternsOf, type OperationPattern } from './operation-patterns.js';
import type { VersionDocument } from './versions.js';

/**
 * Returns the versions with the extension `x-lading-pagination` at the operations that a rule matches. The first rule that
 * matches an operation counts, also before a declaration of the document.
 *
 * @throws CONFIG_STRUCTURE if a pattern matches no operation of any version
 */
export function declarePagination(
  versions: readonly VersionDocument[],
  rules: readonly PaginationRule[],
): readonly VersionDocument[] {
  const used = new Set<OperationPattern>();
  const compiled = rules.map(({ operations, pages }, index) => ({
    patterns: patternsOf(`pagination/${index}/operations`, operations),
    pages: pages as Json,
  }));
  const declared = versions.map((version) => {
    const root = mapOperations(version.document.root, (operation, described) => {
      const matching = compiled.filter(({ patterns }) => {
        const found = patterns.filter(({ matches }) => matches(described));
        for (const pattern of found) used.add(pattern);
        return found.length > 0;
      });
      const [first] = matching;
      return first === undefined ? operation : { ...operation, 'x-lading-pagination': first.pages };
    });
    return { ...version, document: { ...version.document, root } };
  });
  assertAllUsed(
    compiled.flatMap(({ patterns }) => patterns),
    used,
  );
  return declared;
}
