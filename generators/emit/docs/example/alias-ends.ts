/** Chains of schemas that only refer to another schema → the schema at the end, with the rules along the chain. */
import type { Rule, Schema } from '../../../emitter/index.js';

export interface AliasEnd {
  /** The first schema that has an example or is not an alias; undefined if the chain is broken or circular. */
  readonly schema: Schema | undefined;
  /** The rules of all schemas along the chain. */
  readonly rules: readonly Rule[];
  /** Whether a schema along the chain is nullable. */
  readonly nullable: boolean;
}

export class AliasEnds {
  readonly #ends = new Map<string, AliasEnd>();

  constructor(private readonly schemas: ReadonlyMap<string, Schema>) {}

  /** Returns the end of a chain; each chain is followed only once. */
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
