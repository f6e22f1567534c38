/** Problems of a value and their positions. */

interface Problem {
  /** The position as a JSON pointer, for example `/body/HostConfig/ShmSize`. */
  pointer: string;
  /** The message, for example `must be an integer`. */
  readonly message: string;
  /** Whether the value has the right type. */
  readonly isRule: boolean;
}

/**
 * The number of problems that are listed; more are only counted, so that an invalid body cannot cause a response of
 * many megabytes.
 */
const maxListedProblems = 200;

/** The problems that were found, in the order of the value. */
export class Problems {
  readonly list: Problem[] = [];
  /** The number of problems that are not listed. */
  unlistedCount = 0;
  /** Whether an object has several keys for one property, so that it has to be merged and read again. */
  hasRepeatedKeys = false;
  /** Whether an integer beyond the safe integers is a `bigint`; otherwise it is rounded. */
  readonly exact: boolean;
  readonly #typesOnly: boolean;

  /** @param typesOnly whether broken rules are ignored, because the engine behind a gateway checks them */
  constructor(typesOnly = false, exact = false) {
    this.#typesOnly = typesOnly;
    this.exact = exact;
  }

  /** Returns a new, empty collection with the same options. */
  empty(): Problems {
    return new Problems(this.#typesOnly, this.exact);
  }

  get count(): number {
    return this.list.length + this.unlistedCount;
  }

  /** Whether all values have the right types. */
  get areRules(): boolean {
    return this.unlistedCount === 0 && this.list.every(({ isRule }) => isRule);
  }

  add(message: string, pointer = '', isRule = false): void {
    if (this.list.length < maxListedProblems) this.list.push({ pointer, message, isRule });
    else this.unlistedCount += 1;
  }

  /** Adds a problem of a value that has the right type: a broken limit, format, enum, or rule between values. */
  addRule(message: string, pointer = ''): void {
    if (!this.#typesOnly) this.add(message, pointer, true);
  }

  /** Removes all problems but the first `count`. */
  truncate(count: number): void {
    this.list.length = Math.min(this.list.length, count);
    this.unlistedCount = Math.max(0, count - this.list.length);
    this.hasRepeatedKeys = false;
  }

  /**
   * Prefixes the pointers of the problems since `from` with a segment, so that the reader of a property need not know
   * its position.
   *
   * @returns the number of listed problems
   */
  within(segment: string | number, from: number): number {
    const prefix = `/${pointerSegment(segment)}`;
    for (let index = from; index < this.list.length; index += 1) {
      const problem = this.list[index] as Problem;
      problem.pointer = prefix + problem.pointer;
    }
    return this.list.length;
  }

  /** Returns all problems in one message. */
  toString(): string {
    const messages = this.list.map(({ pointer, message }) => (pointer === '' ? message : `${pointer} ${message}`));
    if (this.unlistedCount > 0) messages.push(`and ${this.unlistedCount} more`);
    return messages.join('; ');
  }
}

/** Returns a key or an index as a segment of a JSON pointer. Long keys are shortened. */
export function pointerSegment(segment: string | number): string {
  if (typeof segment === 'number') return String(segment);
  const short = segment.length > 100 ? `${segment.slice(0, 100)}…` : segment;
  return short.replaceAll('~', '~0').replaceAll('/', '~1');
}
