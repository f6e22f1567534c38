/** Leaves out operations, and the components that only they use. */
import { get, isArray, isObject, type JsonObject, type OperationFilter } from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { mapOperations } from './map-operations.js';
import {
  assertAllUsed,
  patternsOf,
  tagsOf,
  type DescribedOperation,
  type OperationPattern,
} from './operation-patterns.js';
import { withReachedComponents } from './reached-components.js';
import type { VersionDocument } from './versions.js';

/**
 * Returns the versions with the operations that the filter selects, and with the components and tags that these use.
 *
 * @throws CONFIG_STRUCTURE if a pattern matches no operation of any version, or if no operation is left
 */
export function filterOperations(
  versions: readonly VersionDocument[],
  filter: OperationFilter,
): readonly VersionDocument[] {
  const selection = new Selection(filter);
  const filtered = versions.map((version) => ({
    ...version,
    whole: version.document,
    document: { ...version.document, root: filteredDocument(version.document.root, selection) },
  }));
  selection.assertAllUsed();
  if (selection.selected === 0) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: 'The filter leaves no operation',
      place: 'operations',
      remedy: 'Exclude less',
    });
  }
  return filtered;
}

/** Decides for each operation, and notes which patterns were of use. */
class Selection {
  readonly #include: readonly OperationPattern[] | undefined;
  readonly #exclude: readonly OperationPattern[];
  readonly #withoutDeprecated: boolean;
  readonly #used = new Set<OperationPattern>();
  selected = 0;

  constructor({ include, exclude = {} }: OperationFilter) {
    this.#include = include && patternsOf('operations/include', include);
    this.#exclude = patternsOf('operations/exclude', exclude);
    this.#withoutDeprecated = exclude.deprecated === true;
  }

  selects(operation: DescribedOperation): boolean {
    const matching = (patterns: readonly OperationPattern[]): boolean => {
      const found = patterns.filter(({ matches }) => matches(operation));
      for (const pattern of found) this.#used.add(pattern);
      return found.length > 0;
    };
    const isIncluded = this.#include === undefined || matching(this.#include);
    const isExcluded = matching(this.#exclude) || (this.#withoutDeprecated && operation.deprecated);
    if (isIncluded && !isExcluded) this.selected += 1;
    return isIncluded && !isExcluded;
  }

  assertAllUsed(): void {
    assertAllUsed([...(this.#include ?? []), ...this.#exclude], this.#used);
  }
}

function filteredDocument(root: JsonObject, selection: Selection): JsonObject {
  const filtered = mapOperations(root, (operation, described) =>
    selection.selects(described) ? operation : undefined,
  );
  return withReachedComponents(withUsedTags(filtered));
}

/** Removes the descriptions of tags that no operation has; parents of used tags are kept. */
function withUsedTags(root: JsonObject): JsonObject {
  const described = get(root, 'tags');
  if (!isArray(described)) return root;
  const items = ['paths', 'webhooks'].flatMap((key) => Object.values(get(root, key) ?? {}));
  const operations = items.filter(isObject).flatMap((item) => {
    return [...Object.values(item), ...Object.values(get(item, 'additionalOperations') ?? {})].filter(isObject);
  });
  const used = new Set(operations.flatMap(tagsOf));
  for (const tag of described.filter(isObject)) {
    const [name, parent] = [get(tag, 'name'), get(tag, 'parent')];
    if (typeof name === 'string' && used.has(name) && typeof parent === 'string') used.add(parent);
  }
  return { ...root, tags: described.filter((tag) => !isObject(tag) || used.has(String(get(tag, 'name')))) };
}
