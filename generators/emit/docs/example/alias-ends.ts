/** Names that stand for other names → the shape at the end, and what is said on the way. */
import type { Rule, Shape } from '../../../ir/index.js';

export interface AliasEnd {
  /** The first shape that has an example or is no name of another one; nothing where the names lead nowhere or round. */
  readonly shape: Shape | undefined;
  /** The rules of all shapes on the way. */
  readonly rules: readonly Rule[];
  /** Whether a name on the way may be null. */
  readonly nullable: boolean;
}

export class AliasEnds {
  readonly #ends = new Map<string, AliasEnd>();

  constructor(private readonly shapes: ReadonlyMap<string, Shape>) {}

  /** Walks a chain once, whatever its length and wherever it is entered. */
  of(name: string): AliasEnd {
    const chain: Shape[] = [];
    const seen = new Set<string>();
    let end: AliasEnd | undefined;
    for (let next = name; end === undefined;) {
      const shape = this.shapes.get(next);
      end = this.#ends.get(next);
      if (end !== undefined) break;
      if (shape === undefined || seen.has(next)) end = { shape: undefined, rules: [], nullable: false };
      else if (shape.example !== undefined || shape.type.kind !== 'reference') end = this.#add(next, endAt(shape));
      else {
        seen.add(next);
        chain.push(shape);
        next = shape.type.name;
      }
    }
    for (const alias of chain.toReversed()) end = this.#add(alias.name, before(alias, end));
    return end;
  }

  #add(name: string, end: AliasEnd): AliasEnd {
    this.#ends.set(name, end);
    return end;
  }
}

function endAt(shape: Shape): AliasEnd {
  return { shape, rules: shape.rules ?? [], nullable: false };
}

function before({ rules = [], type }: Shape, end: AliasEnd): AliasEnd {
  return {
    shape: end.shape,
    rules: rules.length === 0 ? end.rules : [...rules, ...end.rules],
    nullable: end.nullable || type.nullable === true,
  };
}
