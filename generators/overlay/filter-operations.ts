/** Leaves out operations, and the components that only they use. */
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  segmentsOf,
  type Json,
  type JsonObject,
  type OperationFilter,
  type OperationPatterns,
} from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';
import { withReachedComponents } from './reached-components.js';
import type { VersionDocument } from './versions.js';

/** The keys of a path item that are operations. Those of OpenAPI 3.2 with other methods are in `additionalOperations`. */
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * Returns the versions with the operations that the filter selects, and with the components and tags that these use.
 *
 * @param place the place of the filter, for errors
 * @throws CONFIG_STRUCTURE if a pattern matches no operation of any version, or if no operation is left
 */
export function filterOperations(
  versions: readonly VersionDocument[],
  filter: OperationFilter,
  place: string,
): readonly VersionDocument[] {
  const selection = new Selection(filter);
  const filtered = versions.map((version) => ({
    ...version,
    document: { ...version.document, root: filteredDocument(version.document.root, selection) },
  }));
  const [unused] = selection.unused();
  if (unused !== undefined) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: `The pattern "${unused.pattern}" matches no operation of any version`,
      place: `${place}/${unused.list}`,
      remedy: 'Correct or remove it. Case matters; `*` matches within a path segment, `**` across segments',
    });
  }
  if (selection.selected === 0) {
    throw new LadingError({
      code: 'CONFIG_STRUCTURE',
      subject: 'The filter leaves no operation',
      place,
      remedy: 'Exclude less',
    });
  }
  return filtered;
}

interface FilteredOperation {
  readonly path: string;
  readonly method: string;
  readonly id: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

interface Pattern {
  /** The list that contains it, as a part of a pointer: `include/tags`. */
  readonly list: string;
  readonly pattern: string;
  readonly matches: (operation: FilteredOperation) => boolean;
}

/** Decides for each operation, and notes which patterns were of use. */
class Selection {
  readonly #include: readonly Pattern[] | undefined;
  readonly #exclude: readonly Pattern[];
  readonly #withoutDeprecated: boolean;
  readonly #used = new Set<Pattern>();
  selected = 0;

  constructor({ include, exclude = {} }: OperationFilter) {
    this.#include = include && patternsOf('include', include);
    this.#exclude = patternsOf('exclude', exclude);
    this.#withoutDeprecated = exclude.deprecated === true;
  }

  selects(operation: FilteredOperation): boolean {
    const matching = (patterns: readonly Pattern[]): boolean => {
      const found = patterns.filter(({ matches }) => matches(operation));
      for (const pattern of found) this.#used.add(pattern);
      return found.length > 0;
    };
    const isIncluded = this.#include === undefined || matching(this.#include);
    const isExcluded = matching(this.#exclude) || (this.#withoutDeprecated && operation.deprecated);
    if (isIncluded && !isExcluded) this.selected += 1;
    return isIncluded && !isExcluded;
  }

  unused(): readonly Pattern[] {
    return [...(this.#include ?? []), ...this.#exclude].filter((pattern) => !this.#used.has(pattern));
  }
}

function patternsOf(list: string, { tags = [], paths = [], ids = [] }: OperationPatterns): readonly Pattern[] {
  const patterns = (
    name: string,
    texts: readonly string[],
    valuesOf: (operation: FilteredOperation) => readonly string[],
  ) =>
    texts.map((pattern): Pattern => {
      const expression = expressionOf(pattern);
      const matches = (operation: FilteredOperation) => valuesOf(operation).some((value) => expression.test(value));
      return { list: `${list}/${name}`, pattern, matches };
    });
  return [
    ...patterns('tags', tags, (operation) => operation.tags),
    ...patterns('paths', paths, ({ path }) => [path]),
    ...patterns('ids', ids, ({ id, method, path }) => [...(id === undefined ? [] : [id]), `${method} ${path}`]),
  ];
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part.startsWith('**')) return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}

function filteredDocument(root: JsonObject, selection: Selection): JsonObject {
  const filtered = ['paths', 'webhooks'].reduce((current, key) => {
    const items = get(current, key);
    return isObject(items) ? { ...current, [key]: filteredItems(root, items, selection) } : current;
  }, root);
  return withReachedComponents(withUsedTags(filtered));
}

function filteredItems(root: JsonObject, items: JsonObject, selection: Selection): JsonObject {
  const selected = Object.entries(items).flatMap(([path, item]): readonly (readonly [string, Json])[] => {
    if (!isObject(item) || path.startsWith('x-')) return [[path, item]];
    const filtered = filteredItem(resolved(root, item), path, selection);
    return filtered === undefined ? [] : [[path, filtered]];
  });
  return objectOf(selected);
}

/** Returns the path item with the selected operations, or undefined if it has none left. */
function filteredItem(item: JsonObject, path: string, selection: Selection): JsonObject | undefined {
  const isKept = (method: string, operation: Json): boolean =>
    isObject(operation) && selection.selects(describedOperation(path, method, operation));
  const additional = get(item, 'additionalOperations');
  const selected = Object.entries(item).filter(([key, value]) => {
    if (key === 'additionalOperations') return false;
    return !methods.has(key) || isKept(key.toUpperCase(), value);
  });
  const others = isObject(additional) ? Object.entries(additional).filter(([key, value]) => isKept(key, value)) : [];
  if (others.length === 0 && !selected.some(([key]) => methods.has(key))) return undefined;
  return objectOf([...selected, ...(others.length > 0 ? [['additionalOperations', objectOf(others)] as const] : [])]);
}

/** Returns a path item with the content of the one that it refers to. */
function resolved(root: JsonObject, item: JsonObject): JsonObject {
  const { $ref: reference, ...own } = item;
  const target = typeof reference === 'string' ? at(root, segmentsOf(reference.replace(/^#/, ''))) : undefined;
  return isObject(target) ? { ...target, ...own } : item;
}

function describedOperation(path: string, method: string, operation: JsonObject): FilteredOperation {
  const id = get(operation, 'operationId');
  return {
    path,
    method,
    id: typeof id === 'string' ? id : undefined,
    tags: tagsOf(operation),
    deprecated: get(operation, 'deprecated') === true,
  };
}

function tagsOf(operation: JsonObject): readonly string[] {
  const tags = get(operation, 'tags');
  return isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
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
