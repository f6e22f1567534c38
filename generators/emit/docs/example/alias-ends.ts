/** Names that stand for other names → the shape at the end, and what is said on the way. */
import type { Rule, Schema } from '../../../ir/index.js';

export interface AliasEnd {
  /** The first shape that has an example or is no name of another one; nothing where the names lead nowhere or round. */
  readonly schema: Schema | undefined;
  /** The rules of all shapes on the way. */
  readonly rules: readonly Rule[];
  /** Whether a name on the way may be null. */
  readonly nullable: boolean;
}

export class AliasEnds {
  readonly #ends = new Map<string, AliasEnd>();

  constructor(private readonly schemas: ReadonlyMap<string, Schema>) {}

  /** Walks a chain once, whatever its length and wherever it is entered. */
  of(name: string): AliasEnd {
    const chain: Schema[] = [];
    const seen = new Set<string>();
    let end: AliasEnd | undefined;
    for (let next = name; end === undefined;) {
      const schema = this.schemas.get(next);
      end = this.#ends.get(next);
      if (end !== undefined) break;
      if (schema === undefined || seen.has(next)) end = { schema: undefined, rules: [], nullable: false };
      else if (schema.example !== undefined || schema.type.kind !== 'reference') end = this.#add(next, endAt(schema));
      else {
        seen.add(next);
        chain.push(schema);
        next = schema.type.name;
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

function endAt(schema: Schema): AliasEnd {
  return { schema, rules: schema.rules ?? [], nullable: false };
}

function before({ rules = [], type }: Schema, end: AliasEnd): AliasEnd {
  return {
    schema: end.schema,
    rules: rules.length === 0 ? end.rules : [...rules, ...end.rules],
    nullable: end.nullable || type.nullable === true,
  };
}
