/** Finds the rules that act at a place, or on a value around it, without comparing each rule with each place. */
import { conversionDirections, type ConversionDirection, type PlacedRule } from '../ir/index.js';
import type { DivergenceSite } from './divergence-sites.js';
import { keysAround, placeKey } from './place-contains.js';

/** What a rule is asked about: a place in the messages of an operation. */
type Site = Pick<DivergenceSite, 'operation' | 'at'>;

/** Rules of both directions, in their order. */
export class RulesByPlace {
  readonly #rules: readonly PlacedRule[];
  readonly #positionsAt = new Map<string, number[]>();
  readonly #moved = new Set<string>();

  constructor(rules: readonly PlacedRule[]) {
    this.#rules = rules;
    rules.forEach(({ direction, operation, at, rule, parts }, position) => {
      const key = keyOf(direction, operation, placeKey(at));
      const positions = this.#positionsAt.get(key);
      if (positions === undefined) this.#positionsAt.set(key, [position]);
      else positions.push(position);
      if (rule === 'fill') this.#moved.add(keyOf(direction, operation, String(parts['from'])));
    });
  }

  /** Returns the first rule at exactly this place. */
  at(direction: ConversionDirection, { operation, at }: Site): PlacedRule | undefined {
    return this.#first([direction], operation, [placeKey(at)]);
  }

  /** Returns the first rule at exactly this place, in whatever direction. */
  atAny({ operation, at }: Site): PlacedRule | undefined {
    return this.#first(conversionDirections, operation, [placeKey(at)]);
  }

  /** Returns the first rule that decides what happens at a place: one at this place, or for a whole value around it. */
  deciding(direction: ConversionDirection, site: Site): PlacedRule | undefined {
    const own = placeKey(site.at);
    return this.#first(
      [direction],
      site.operation,
      keysAround(site.at),
      ({ rule, at }) => ['drop', 'refuse', 'hook', 'convert'].includes(rule) || placeKey(at) === own,
    );
  }

  /** Whether the function of a rule `convert` for a value around the place converts everything in it. */
  isInConverted(direction: ConversionDirection, { operation, at }: Site): boolean {
    const around = keysAround(at).filter((key) => key !== placeKey(at));
    return this.#first([direction], operation, around, ({ rule }) => rule === 'convert') !== undefined;
  }

  /** Whether a rule copies the value at a place of the body to another place. */
  isMoved(direction: ConversionDirection, { operation, at }: Site): boolean {
    return at.body !== undefined && this.#moved.has(keyOf(direction, operation, at.body));
  }

  #first(
    directions: readonly ConversionDirection[],
    operation: string,
    keys: readonly string[],
    isWanted: (rule: PlacedRule) => boolean = () => true,
  ): PlacedRule | undefined {
    const positions = directions.flatMap((direction) =>
      keys.flatMap((key) => this.#positionsAt.get(keyOf(direction, operation, key)) ?? []),
    );
    const wanted = positions.filter((position) => isWanted(this.#rules[position] as PlacedRule));
    return wanted.length === 0 ? undefined : this.#rules[Math.min(...wanted)];
  }
}

function keyOf(direction: ConversionDirection, operation: string, place: string): string {
  return `${direction} ${operation} ${place}`;
}
