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
      const test = patternTest(pattern);
      const matches = (operation: DescribedOperation) => valuesOf(operation).some(test);
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

/** Returns the test of a pattern: `*` is any text within a path segment, `**` any text. */
function patternTest(pattern: string): (text: string) => boolean {
  const tokens = pattern.split(/(\*+)/).flatMap((part) => (isStar(part) ? [part.slice(0, 2)] : [...part]));
  if (!tokens.some(isStar)) return (text) => text === pattern;
  return (text) => matchesTokens(tokens, text);
}

function isStar(token: string | undefined): boolean {
  return token?.startsWith('*') === true;
}

/** Follows all positions of the pattern at once, so that many stars take no more than the product of both lengths. */
function matchesTokens(tokens: readonly string[], text: string): boolean {
  const reachedAt = new Int32Array(tokens.length + 1).fill(-1);
  const reach = (positions: number[], position: number, index: number): void => {
    for (let next = position; reachedAt[next] !== index; next += 1) {
      reachedAt[next] = index;
      positions.push(next);
      // A star may stand for nothing.
      if (!isStar(tokens[next])) return;
    }
  };
  let positions: number[] = [];
  reach(positions, 0, 0);
  let index = 0;
  for (const letter of text) {
    index += 1;
    const following: number[] = [];
    for (const position of positions) {
      const token = tokens[position];
      if (token === '**' || (token === '*' && letter !== '/')) reach(following, position, index);
      else if (token === letter) reach(following, position + 1, index);
    }
    if (following.length === 0) return false;
    positions = following;
  }
  return positions.includes(tokens.length);
}
