/** Tests the identifiers of types over versions: what a published version has stays. */
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { documentOf, type Json } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { identifiersByVersion, identifiersOf, keyOf } from '../types/identifiers.js';

/** The names of a version: of its schemas, some of which are enums, and of its operations. */
interface Names {
  readonly schemas: readonly string[];
  readonly enums: readonly string[];
  readonly operations: readonly string[];
}

function apiOf(version: string, { schemas, enums, operations }: Partial<Names>) {
  const object: Json = { type: 'object', properties: { id: { type: 'string' } } };
  const named = (names: readonly string[] = [], schema: Json) => names.map((name) => [name, schema] as const);
  return normalize(
    documentOf('api.yaml', {
      openapi: '3.1.0',
      info: { title: 'Boxes', version },
      paths: Object.fromEntries(
        (operations ?? []).map((operationId, index) => [
          `/${index}`,
          { get: { operationId, responses: { 200: { description: 'a box' } } } },
        ]),
      ),
      components: {
        schemas: Object.fromEntries([...named(schemas, object), ...named(enums, { enum: ['a', 'b'] })]),
      },
    }),
  );
}

it.each<readonly [what: string, before: Partial<Names>, added: Partial<Names>, identifiers: Record<string, string>]>([
  [
    'a name that is an identifier',
    { schemas: ['box-lid'] },
    { schemas: ['boxLid', 'box-lid'] },
    { [keyOf.schema('box-lid')]: 'boxLid', [keyOf.schema('boxLid')]: 'boxLid2' },
  ],
  [
    'the name of the values of an enum',
    { enums: ['Color'] },
    { enums: ['Color'], schemas: ['ColorValues'] },
    { [keyOf.values('Color')]: 'ColorValues', [keyOf.schema('ColorValues')]: 'ColorValues2' },
  ],
  [
    'the name of a part of an operation',
    { operations: ['BoxGet'] },
    { operations: ['BoxGet'], schemas: ['BoxGetResponses'] },
    { [keyOf.part('BoxGet', 'Responses')]: 'BoxGetResponses', [keyOf.schema('BoxGetResponses')]: 'BoxGetResponses2' },
  ],
])('yields no identifier to %s that a newer version adds', (_, before, added, identifiers) => {
  const newer = identifiersByVersion([apiOf('1', before), apiOf('2', added)]).get('2');
  expect(Object.fromEntries(newer ?? [])).toMatchObject(identifiers);
});

it('prefers names of the document to those that are made up in the same version', () => {
  const ids = identifiersOf(apiOf('1', { enums: ['Color'], schemas: ['ColorValues'] }));
  expect(ids.get(keyOf.schema('ColorValues'))).toBe('ColorValues');
  expect(ids.get(keyOf.values('Color'))).toBe('ColorValues2');
});

it('an older version does not change the identifiers of a newer one without the name that made-up ones yield to', () => {
  const [older, newer] = [
    apiOf('1', { enums: ['Color'], schemas: ['ColorValues', 'BoxGetPath'], operations: ['BoxGet'] }),
    apiOf('2', { enums: ['Color'], operations: ['BoxGet'] }),
  ];
  expect(identifiersByVersion([older, newer]).get('2')).toEqual(identifiersOf(newer));
});

it('keeps every identifier whatever newer versions add, and gives none twice', () => {
  // Few characters and the suffixes of made-up names, so that most names are spelled alike.
  const word = fc.constantFrom('a', 'A', '-', 'Values', 'Query', 'Request', '2');
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(''));
  const names = fc.record({
    schemas: fc.uniqueArray(name, { maxLength: 8 }),
    enums: fc.uniqueArray(name, { maxLength: 4 }),
    operations: fc.uniqueArray(name, { maxLength: 4 }),
  });
  const merged = (one: Names, other: Names): Names => ({
    schemas: [...new Set([...other.schemas, ...one.schemas])].filter((each) => !one.enums.includes(each)),
    // A name of both is that of the enum.
    enums: [...new Set([...other.enums.filter((each) => !one.schemas.includes(each)), ...one.enums])],
    operations: [...new Set([...other.operations, ...one.operations])],
  });
  fc.assert(
    fc.property(names, names, (one, other) => {
      const apis = [apiOf('1', one), apiOf('2', merged(one, other))];
      const alone = identifiersByVersion(apis.slice(0, 1)).get('1') ?? new Map<string, string>();
      const [before, after] = [...identifiersByVersion(apis).values()];
      expect(before).toEqual(alone);
      const common = [...alone].filter(([key]) => after?.has(key));
      expect(common.map(([key]) => [key, after?.get(key)])).toEqual(common);
      const schemas = new Set(apis[1]?.schemas.map((schema) => keyOf.schema(schema.name)));
      const declared = [...(after ?? [])].filter(([key]) => schemas.has(key) || key.startsWith('values '));
      expect(new Set(declared.map(([, id]) => id)).size).toBe(declared.length);
    }),
    { numRuns: inject('isFullRun') ? 300 : 60 },
  );
});
