/** The divergences of pairs of schemas, which are compared once, wherever messages contain them. */
import { joinedPath } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import type { ComparedPlace, Divergence } from './divergence.js';
import { MAX_LEVELS, tooDeep } from './message-types.js';

interface Compared {
  /** The divergences, with paths from the schemas on. */
  readonly found: readonly Divergence[];
  /** The pairs inside of this one, and itself. */
  readonly visited: ReadonlySet<string>;
}

/** Stands for the place of the property that has the schemas as its type. */
export const ofTheProperty: ComparedPlace = {
  path: '',
  properties: [],
  when: [],
  owner: { names: ['', ''], path: '' },
};

/**
 * How many places of the messages of one operation are compared. Schemas that contain each other in many ways have more places than there is time: sixty
 * of which each contains the next one twice have 2^60.
 */
const MAX_PLACES = 500_000;

export class ComparedSchemas {
  #places = 0;
  #operation = '';
  #levels = 0;
  readonly #pairs = new Map<string, Compared>();
  /** The pairs that the comparisons in progress have visited, the innermost last. */
  readonly #visited: Set<string>[] = [];

  /** Begins the comparison of the messages of an operation: `POST /pets`. */
  begin(operation: string): void {
    this.#places = 0;
    this.#levels = 0;
    this.#visited.length = 0;
    this.#operation = operation;
  }

  /** Compares types inside of others. @throws READ_LIMIT if they are nested too deeply */
  inside<T>(compare: () => T): T {
    if (this.#levels === MAX_LEVELS) throw tooDeep(this.#operation);
    this.#levels += 1;
    const found = compare();
    this.#levels -= 1;
    return found;
  }

  /** @throws READ_LIMIT if there are too many */
  #count(places: number): void {
    this.#places += places;
    if (this.#places <= MAX_PLACES) return;
    throw new LadingError({
      code: 'READ_LIMIT',
      subject: `${this.#operation} has more than ${MAX_PLACES} places where the versions may differ, since its schemas contain each other in many ways`,
      place: 'conversions',
      remedy: 'Leave the operation out (operations in the configuration), or generate no conversions',
    });
  }

  /**
   * Returns the divergences of a pair. A result holds wherever no pair inside of it is compared already: there, recursion ends
   * the comparison earlier.
   *
   * @param seen the pairs that contain this one
   * @param compare compares the pair at {@link ofTheProperty}
   */
  of(key: string, seen: readonly string[], compare: () => readonly Divergence[]): readonly Divergence[] {
    this.#count(1);
    const former = this.#pairs.get(key);
    if (former !== undefined && !seen.some((each) => former.visited.has(each))) {
      const outer = this.#visited.at(-1);
      if (outer !== undefined) for (const each of former.visited) outer.add(each);
      return former.found;
    }
    const visited = new Set([key]);
    this.#visited.push(visited);
    const found = compare();
    this.#visited.pop();
    const outer = this.#visited.at(-1);
    if (outer !== undefined) for (const each of visited) outer.add(each);
    this.#count(found.length);
    if (!seen.some((each) => visited.has(each))) this.#pairs.set(key, { found, visited });
    return found;
  }

  /** Marks a pair that contains the current one, at which the comparison ends. */
  end(key: string): void {
    this.#visited.at(-1)?.add(key);
  }

  /** Returns a divergence of schemas at the place where a message contains them. */
  at({ path, properties, owner }: ComparedPlace, found: Divergence): Divergence {
    return {
      ...found,
      path: joinedPath(path, found.path),
      ...(found.like !== undefined && { like: joinedPath(path, found.like) }),
      owner: found.owner === ofTheProperty.owner ? owner : { ...found.owner, path: joinedPath(path, found.owner.path) },
      properties: found.properties === ofTheProperty.properties ? properties : found.properties,
    };
  }
}
