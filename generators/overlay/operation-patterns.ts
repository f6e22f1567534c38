/** Patterns that select operations of a document. */
import { LadingError } from '../diagnostics/index.js';
import { get, isArray, type JsonObject, type OperationPatterns } from '../document/index.js';

/** What patterns know of an operation. */
export interface DescribedOperation {
  readonly path: string;
  readonly method: string;
  readonly id: string | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
}

/** A pattern, which notes whether it was of use. */
export interface OperationPattern {
  /** The list that contains it, as a pointer: `operations/include/tags`. */
  readonly place: string;
  readonly pattern: string;
  readonly matches: (operation: DescribedOperation) => boolean;
}

/** @param place the place of the lists of patterns */
export function patternsOf(
  place: string,
  { tags = [], paths = [], ids = [] }: OperationPatterns,
): readonly OperationPattern[] {
  const patterns = (
    name: string,
    texts: readonly string[],
    valuesOf: (operation: DescribedOperation) => readonly string[],
  ) =>
    texts.map((pattern): OperationPattern => {
      const expression = expressionOf(pattern);
      const matches = (operation: DescribedOperation) => valuesOf(operation).some((value) => expression.test(value));
      return { place: `${place}/${name}`, pattern, matches };
    });
  return [
    ...patterns('tags', tags, (operation) => operation.tags),
    ...patterns('paths', paths, ({ path }) => [path]),
    ...patterns('ids', ids, ({ id, method, path }) => [...(id === undefined ? [] : [id]), `${method} ${path}`]),
  ];
}

/** @throws CONFIG_STRUCTURE if a pattern is not one of those that matched */
export function assertAllUsed(patterns: readonly OperationPattern[], used: ReadonlySet<OperationPattern>): void {
  const unused = patterns.find((pattern) => !used.has(pattern));
  if (unused === undefined) return;
  throw new LadingError({
    code: 'CONFIG_STRUCTURE',
    subject: `The pattern "${unused.pattern}" matches no operation of any version`,
    place: unused.place,
    remedy: 'Correct or remove it. Case matters; `*` matches within a path segment, `**` across segments',
  });
}

export function describedOperation(path: string, method: string, operation: JsonObject): DescribedOperation {
  const id = get(operation, 'operationId');
  return {
    path,
    method,
    id: typeof id === 'string' ? id : undefined,
    tags: tagsOf(operation),
    deprecated: get(operation, 'deprecated') === true,
  };
}

export function tagsOf(operation: JsonObject): readonly string[] {
  const tags = get(operation, 'tags');
  return isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part.startsWith('**')) return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}
