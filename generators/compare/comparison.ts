/** Compares types by structure, whatever their names are. Each pair of types is compared once. */
import {
  type Api,
  type Notes,
  type Operation,
  type Schema,
  type Type,
  everyOperation,
  referencesOf,
  typesOf,
} from '../ir/index.js';
import { compareAllowed } from './optionality.js';
import { nonBreaking } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import { compareNotes } from './metadata.js';
import { ComparedPair, type ComparedPosition, type ComparisonFinding } from './pair.js';
import { schemaPosition } from './positions.js';
import { compareRecords } from './records.js';
import { Side, isSameName, type Resolved } from './side.js';
import { compareLike } from './types.js';
import { code } from './sentence-parts.js';

/** The metadata of a position, besides the type of its value. */
interface PositionNotes {
  readonly older: Notes;
  readonly newer: Notes;
}

/** How many pairs of values are compared inside of one another by recursion. */
const maxDepth = 100;

export class Comparison {
  readonly older: Side;
  readonly newer: Side;
  /** All pairs, in the order of comparison. */
  readonly pairs: ComparedPair[] = [];
  readonly #pairsByTypes = new Map<Type, Map<Type, ComparedPair>>();
  #depth = 0;
  readonly #deferred: (() => void)[] = [];
  /** The names of schemas that differ in any way, descriptions included. */
  readonly #changed: ReadonlySet<string>;

  constructor(older: Api, newer: Api) {
    this.older = new Side(older);
    this.newer = new Side(newer);
    const [before, after] = [older, newer].map(
      ({ schemas }) => new Map(schemas.map((schema) => [schema.name, schema])),
    );
    this.#changed = changedNames(before ?? new Map(), after ?? new Map());
  }

  /** Whether two operations and all schemas that they use are equal, so that there is nothing to compare. */
  areSame(older: Operation, newer: Operation): boolean {
    return equalFacts(older, newer) && !mentions(newer, this.#changed);
  }

  pair(): ComparedPair {
    const pair = new ComparedPair();
    this.pairs.push(pair);
    return pair;
  }

  /** Compares the values at one position: nullability, metadata and type. */
  values(at: ComparedPosition, older: Type, newer: Type, positionNotes?: PositionNotes): void {
    if (!this.older.isAny(older) && !this.newer.isAny(newer))
      compareAllowed(at, 'nullable', this.older.allowsNull(older), this.newer.allowsNull(newer));
    this.options(at, older, newer, positionNotes);
  }

  /** Compares options of unions: the metadata and type. Null is an option of the whole. */
  options(at: ComparedPosition, older: Type, newer: Type, positionNotes?: PositionNotes): void {
    const before = this.older.resolve(older);
    const after = this.newer.resolve(newer);
    compareMetadata(at, before, after, positionNotes);
    if (!isSchema(before) && !isSchema(after)) return compareLike(this, at, before.type, after.type);
    if (this.#isUnchanged(before, after)) return;
    // An enum that only the newer version has as a schema is compared where it is used, not at the schema.
    const isUse = before.schema === undefined && after.type.kind === 'enum';
    at.pair.parts.add(this.#inner(at, before, after, isUse ? newer : after.type));
  }

  #isUnchanged({ schema: before }: Resolved, { schema: after }: Resolved): boolean {
    return before !== undefined && before.name === after?.name && !this.#changed.has(before.name);
  }

  /** Compares two values once. @param place - The type of the newer version whose position they have. */
  #inner(at: ComparedPosition, before: Resolved, after: Resolved, place: Type): ComparedPair {
    const row = this.#pairsByTypes.get(before.type) ?? new Map<Type, ComparedPair>();
    this.#pairsByTypes.set(before.type, row);
    const existingPair = row.get(place);
    if (existingPair !== undefined) return existingPair;
    const pair = this.pair();
    row.set(place, pair);
    this.#fill(() => {
      const inside = this.#placed(at, pair, after, place);
      this.#names(inside, before, after);
      if (before.type.kind === 'record' && after.type.kind === 'record') {
        compareRecords(this, inside, before.type, after.type);
      } else compareLike(this, inside, before.type, after.type);
    });
    return pair;
  }

  /** Compares what is inside of a pair, or later if it is deep inside of others: schemas form chains of any length. */
  #fill(compare: () => void): void {
    if (this.#depth >= maxDepth) {
      this.#deferred.push(compare);
      return;
    }
    this.#depth += 1;
    compare();
    this.#depth -= 1;
    if (this.#depth > 0) return;
    for (let next = this.#deferred.pop(); next !== undefined; next = this.#deferred.pop()) this.#fill(next);
  }

  /** Returns the place of a value: its own for a named schema or inline content, otherwise that of the newer version. */
  #placed(at: ComparedPosition, pair: ComparedPair, { type, schema }: Resolved, place: Type): ComparedPosition {
    if (place === type && (schema?.named === true || (schema !== undefined && at.content))) {
      return { pair, subject: 'schema', ...schemaPosition(schema.name) };
    }
    return { ...at, ...this.newer.positions.get(place), pair };
  }

  /** Reports a rename if the names of two schemas differ, unless both versions have both. */
  #names(at: ComparedPosition, before: Resolved, after: Resolved): void {
    if (before.schema?.named !== true || after.schema?.named !== true) return;
    if (before.names.some((name) => after.names.some((other) => isSameName(name, other)))) return;
    const [from, to] = [before.schema.name, after.schema.name];
    const [wasThere, remains] = [this.older.schema(to)?.named === true, this.newer.schema(from)?.named === true];
    if (wasThere && remains) return;
    const happened = remains
      ? `${code(to)} took the place of the schema ${code(from)}, which remains`
      : `The schema ${code(from)} was ${wasThere ? 'replaced by' : 'renamed to'} ${code(to)}`;
    at.pair.findings.push(renamed(from, to, happened));
  }
}

function renamed(before: string, after: string, happened: string): ComparisonFinding {
  return {
    kind: 'renamed',
    subject: 'schema',
    place: after,
    before,
    after,
    effect: nonBreaking,
    say: () => `${happened}; requests and responses do not change.`,
  };
}

/**
 * A value has the metadata of its position, of its schema, or of both. The metadata of two named schemas are compared with each
 * other. If only one side has a name, or a name is an alias, all metadata along the references are compared.
 */
function compareMetadata(
  at: ComparedPosition,
  before: Resolved,
  after: Resolved,
  positionNotes: PositionNotes | undefined,
): void {
  const [older, newer] = [before.schemas, after.schemas];
  if (isNamed(before) && isNamed(after)) {
    if (positionNotes !== undefined) compareNotes(at, [positionNotes.older], [positionNotes.newer]);
    return compareNotes(ofSchema(at, newer), older, newer);
  }
  const here = at.content ? ofSchema(at, newer) : at;
  compareNotes(
    here,
    [...(positionNotes ? [positionNotes.older] : []), ...older],
    [...(positionNotes ? [positionNotes.newer] : []), ...newer],
  );
}

function isNamed({ schemas: [only, ...others] }: Resolved): boolean {
  return only?.named === true && others.length === 0;
}

/** Returns the place of the metadata of a body's content: its schema, by the outermost name. */
function ofSchema(at: ComparedPosition, [outermost]: readonly Schema[]): ComparedPosition {
  return outermost === undefined ? at : { pair: at.pair, subject: 'schema', ...schemaPosition(outermost.name) };
}

function isSchema({ type, schema }: Resolved): boolean {
  return schema !== undefined || type.kind === 'record';
}

type SchemasByName = ReadonlyMap<string, Schema>;

/** Returns the names of the schemas that differ, directly or in a schema that they refer to. */
function changedNames(older: SchemasByName, newer: SchemasByName): ReadonlySet<string> {
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  const changed = new Set(names.filter((name) => !equalFacts(older.get(name), newer.get(name))));
  if (changed.size === 0) return changed;
  const users = new Map<string, string[]>();
  for (const { name, type } of newer.values()) {
    for (const used of referencesOf(type)) {
      const of = users.get(used) ?? [];
      users.set(used, of);
      of.push(name);
    }
  }
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of changed) users.get(name)?.forEach((user) => changed.add(user));
  return changed;
}

/** Whether an operation refers to one of these schemas. */
function mentions(operation: Operation, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const operations = everyOperation({ operations: [operation], webhooks: [] });
  return operations.some((one) => typesOf(one).some((type) => referencesOf(type).some((name) => names.has(name))));
}
