/** What is wrong with a value, and where. */

interface Problem {
  /** A JSON pointer: `/body/HostConfig/ShmSize`. */
  pointer: string;
  /** `must be an integer` */
  readonly message: string;
}

/** More than these are counted only: a body of nothing but mistakes must not become an answer of many megabytes. */
const maximumListed = 200;

/** Found problems, in the order of the value. */
export class Problems {
  readonly list: Problem[] = [];
  /** How many there are beyond those listed. */
  more = 0;
  /** Whether an object has several keys for one property, so that what was read of it is worthless. */
  hasRepeatedKeys = false;
  readonly #typesOnly: boolean;

  /** @param typesOnly whether broken rules are passed over, for someone behind who checks them */
  constructor(typesOnly = false) {
    this.#typesOnly = typesOnly;
  }

  /** Collects the problems of a part, as this does. */
  part(): Problems {
    return new Problems(this.#typesOnly);
  }

  get count(): number {
    return this.list.length + this.more;
  }

  add(message: string, pointer = ''): void {
    if (this.list.length < maximumListed) this.list.push({ pointer, message });
    else this.more += 1;
  }

  /** Adds what is wrong with a value that can be read: a limit, a format, a choice, a rule between values. */
  addRule(message: string, pointer = ''): void {
    if (!this.#typesOnly) this.add(message, pointer);
  }

  /** Forgets all that was found since there were `count` of them. */
  truncate(count: number): void {
    this.list.length = Math.min(this.list.length, count);
    this.more = Math.max(0, count - this.list.length);
    this.hasRepeatedKeys = false;
  }

  /**
   * Puts a segment before those found since `from`: whoever reads a member need not know where it stands.
   *
   * @returns how many are listed
   */
  within(segment: string | number, from: number): number {
    const prefix = `/${pointerSegment(segment)}`;
    for (let index = from; index < this.list.length; index += 1) {
      const problem = this.list[index] as Problem;
      problem.pointer = prefix + problem.pointer;
    }
    return this.list.length;
  }

  /** All of them in one sentence. */
  toString(): string {
    const words = this.list.map(({ pointer, message }) => (pointer === '' ? message : `${pointer} ${message}`));
    if (this.more > 0) words.push(`and ${this.more} more`);
    return words.join('; ');
  }
}

/** A key or an index as a segment of a JSON pointer; of a long key only its beginning. */
export function pointerSegment(segment: string | number): string {
  if (typeof segment === 'number') return String(segment);
  const short = segment.length > 100 ? `${segment.slice(0, 100)}…` : segment;
  return short.replaceAll('~', '~0').replaceAll('/', '~1');
}
