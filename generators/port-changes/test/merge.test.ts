/** Invariants of the merge of any two published documents into ours of the first. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { equal, get, isArray, isObject, objectOf, type Json, type JsonObject } from '../../document/index.js';
import { portChanges, withoutTexts } from '../index.js';

const some = (names: readonly string[], value: fc.Arbitrary<JsonObject>) =>
  fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true });
const facts = fc.record(
  { deprecated: fc.constant(true), 'x-kind': fc.constantFrom('a', 'b') },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const type = fc.oneof(
  fc.constantFrom<JsonObject>({ $ref: '#/components/schemas/Base' }, { type: 'array', items: { type: 'string' } }),
  fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
  facts.map((more) => ({ type: 'integer', ...more })),
);
const schema = fc
  .tuple(some(['A', 'B', 'C'], type), fc.subarray(['A', 'B', 'C']), facts)
  .map(([properties, names, more]): JsonObject => {
    const required = names.filter((name) => Object.hasOwn(properties, name));
    return { type: 'object', properties, ...more, ...(required.length > 0 && { required }) };
  });
const operation = fc
  .tuple(some(['p', 'q'], type), some(['X-A', 'X-B'], type), facts)
  .map(([query, others, more]): JsonObject => {
    const parameters = Object.entries({ r: {}, ...query }).map(([name, schema]) => ({ name, in: 'query', schema }));
    const headers = objectOf(Object.entries(others).map(([name, schema]) => [name, { schema }]));
    return { ...more, parameters, responses: { 200: { headers } } };
  });
const document = fc
  .tuple(some(['/a', '/b'], some(['get', 'put'], operation)), some(['One', 'Two'], schema))
  .map(([paths, schemas]): JsonObject => ({
    paths,
    components: { schemas: { Base: { type: 'object' }, ...schemas } },
  }));

type Place = readonly [path: string, value: JsonObject];

/** Returns each object of a document by its path; that of a parameter ends with its name. */
function placesIn(value: Json, path: readonly string[] = []): readonly Place[] {
  if (isArray(value))
    return value.flatMap((entry) => placesIn(entry, [...path, isObject(entry) ? String(get(entry, 'name')) : '']));
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([key, entry]) => placesIn(entry, [...path, key]));
  return [[path.join(' '), value], ...inner];
}

const parts = /^(.*) (?:properties|schemas|headers|parameters) \S+$|^paths \S+ \S+$/;

/** Returns the document with a description of each schema, operation, parameter and header. */
function described(document: JsonObject): JsonObject {
  const copy = JSON.parse(JSON.stringify(document)) as JsonObject;
  for (const [path, part] of placesIn(copy)) if (parts.test(path)) Object.assign(part, { description: 'Ours.' });
  return copy;
}

/** Returns a document without the order of its entries. */
function unordered(document: Json): Json {
  const entryOf = (entry: Json) => [JSON.stringify(isObject(entry) ? get(entry, 'name') : entry), entry] as const;
  const text = JSON.stringify(document, (_, value: Json) => (isArray(value) ? objectOf(value.map(entryOf)) : value));
  return JSON.parse(text) as Json;
}

function withoutNotes(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document).replaceAll(/,"x-lading-[^"]*":"2"/g, '')) as JsonObject;
}

const renamed = new Map<string, string>();
const note = { key: 'x-lading-since', version: '2' } as const;

it('has the facts of the later document, our texts, and notes on all that is new', () => {
  fc.assert(
    fc.property(document, document, (before, after) => {
      const published = { before, after, rawBefore: before, rawAfter: after, renamed };
      const { root, conflicts } = portChanges(described(before), { ...published, note });
      expect(conflicts).toEqual([]);
      expect(unordered(withoutTexts(withoutNotes(root)))).toEqual(unordered(after));
      const former = new Map(placesIn(before));
      for (const [path, part] of placesIn(root)) {
        const was = former.get(path);
        const [isPart, owner = ''] = parts.exec(path) ?? [];
        // What is new as a whole has one note; of a new path, each operation has one.
        const isNoted = was === undefined && isPart !== undefined && (owner === '' || former.has(owner));
        const isDeprecated = was !== undefined && was['deprecated'] === undefined && part['deprecated'] === true;
        expect(part, path).toEqual({
          ...part,
          description: isPart !== undefined && was ? 'Ours.' : undefined,
          'x-lading-since': isNoted ? '2' : undefined,
          'x-lading-deprecated-since': isDeprecated ? '2' : undefined,
        });
      }
    }),
  );
});

it('is ours where the documents differ by corrections alone', () => {
  fc.assert(
    fc.property(document, document, fc.boolean(), (before, other, isBefore) => {
      const ours = described(before);
      // Whether a schema exists is not asked of documents without corrections.
      const after = { ...before, paths: get(other, 'paths') ?? {} };
      const raw = isBefore ? before : after;
      const published = { before, after, rawBefore: raw, rawAfter: raw, renamed };
      const { root, conflicts } = portChanges(ours, { ...published, note });
      expect(unordered(root)).toEqual(unordered(ours));
      expect(conflicts.length > 0).toBe(!equal(before, after));
    }),
  );
});
