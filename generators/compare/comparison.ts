/** Types compared by structure: each two that meet somewhere are compared once, whatever they are called. */
import type { Api, Notes, Operation, Schema, Type } from '../ir/index.js';
import { compareAllowed } from './optionality.js';
import { harmless } from './breaking-changes.js';
import { changedNames, mentions } from './changed-names.js';
import { same } from './facts.js';
import { compareNotes } from './metadata.js';
import { Pair, type At, type Finding } from './pair.js';
import { schemaPosition } from './positions.js';
import { compareRecords } from './records.js';
import { Side, sameName, type Resolved } from './side.js';
import { compareLike } from './types.js';
import { code } from './words.js';

/** What a position says of its value, besides the type. */
interface Said {
  readonly older: Notes;
  readonly newer: Notes;
}

export class Comparison {
  readonly older: Side;
  readonly newer: Side;
  /** All pairs, in the order in which they were met. */
  readonly pairs: Pair[] = [];
  readonly #met = new Map<Type, Map<Type, Pair>>();
  /** Where the two say something else, words included. */
  readonly #changed: ReadonlySet<string>;

  constructor(older: Api, newer: Api) {
    this.older = new Side(older);
    this.newer = new Side(newer);
    const [before, after] = [older, newer].map(
      ({ schemas }) => new Map(schemas.map((schema) => [schema.name, schema])),
    );
    this.#changed = changedNames(before ?? new Map(), after ?? new Map());
  }

  /** Whether two operations say the same, and so do all shapes behind them: then nothing can be found there. */
  areSame(older: Operation, newer: Operation): boolean {
    return same(older, newer) && !mentions(newer, this.#changed);
  }

  pair(): Pair {
    const pair = new Pair();
    this.pairs.push(pair);
    return pair;
  }

  /** Compares the values at one position: whether null is among them, what is said of them, and what they are. */
  values(at: At, older: Type, newer: Type, said?: Said): void {
    const before = this.older.resolve(older);
    const after = this.newer.resolve(newer);
    notes(at, before, after, said);
    compareAllowed(at, 'nullable', before.nullable, after.nullable);
    if (!isSchema(before) && !isSchema(after)) return compareLike(this, at, before.type, after.type);
    if (this.#isUnchanged(before, after)) return;
    const inner = this.#inner(at, before, after);
    at.pair.parts.add(inner);
  }

  #isUnchanged({ schema: before }: Resolved, { schema: after }: Resolved): boolean {
    return before !== undefined && before.name === after?.name && !this.#changed.has(before.name);
  }

  #inner(at: At, before: Resolved, after: Resolved): Pair {
    const row = this.#met.get(before.type) ?? new Map<Type, Pair>();
    this.#met.set(before.type, row);
    const known = row.get(after.type);
    if (known !== undefined) return known;
    const pair = this.pair();
    row.set(after.type, pair);
    const inside = this.#placed(at, pair, after);
    this.#names(inside, before, after);
    if (before.type.kind === 'record' && after.type.kind === 'record') {
      compareRecords(this, inside, before.type, after.type);
    } else compareLike(this, inside, before.type, after.type);
    return pair;
  }

  /** A named shape is its own place, content is called by its own name, all else stands where the newer version has it. */
  #placed(at: At, pair: Pair, { type, schema }: Resolved): At {
    if (schema?.named === true || (schema !== undefined && at.content)) {
      return { pair, subject: 'schema', ...schemaPosition(schema.name) };
    }
    const position = this.newer.positions.get(type);
    return { ...at, ...position, pair };
  }

  /** What the names of two shapes say: a rename. */
  #names(at: At, before: Resolved, after: Resolved): void {
    if (before.schema?.named !== true || after.schema?.named !== true) return;
    if (before.names.some((name) => after.names.some((other) => sameName(name, other)))) return;
    at.pair.findings.push(renamed(before.schema.name, after.schema.name));
  }
}

function renamed(before: string, after: string): Finding {
  return {
    kind: 'renamed',
    subject: 'schema',
    place: after,
    before,
    after,
    effect: harmless,
    say: () => `The shape ${code(before)} is now called ${code(after)}; nothing changes on the wire.`,
  };
}

/**
 * What is said of a value stands on its position, on the shape, or on both. Two named shapes say theirs of themselves;
 * where only one side has a name, or a name stands for another, what counts is all that is said on the way.
 */
function notes(at: At, before: Resolved, after: Resolved, said: Said | undefined): void {
  const [older, newer] = [before.schemas, after.schemas];
  if (isNamed(before) && isNamed(after)) {
    if (said !== undefined) compareNotes(at, [said.older], [said.newer]);
    return compareNotes(ofSchema(at, newer), older, newer);
  }
  const here = at.content ? ofSchema(at, newer) : at;
  compareNotes(here, [...(said ? [said.older] : []), ...older], [...(said ? [said.newer] : []), ...newer]);
}

function isNamed({ schemas: [only, ...others] }: Resolved): boolean {
  return only?.named === true && others.length === 0;
}

/** The content of a body has no notes of its own: its shape is the place, by the outermost name. */
function ofSchema(at: At, [outermost]: readonly Schema[]): At {
  return outermost === undefined ? at : { pair: at.pair, subject: 'schema', ...schemaPosition(outermost.name) };
}

function isSchema({ type, schema }: Resolved): boolean {
  return schema !== undefined || type.kind === 'record';
}
