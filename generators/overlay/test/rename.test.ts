/** Other names of schemas, operations and tags, as the configuration gives them. */
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { documentOf, type JsonObject, type NameRules } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { rename, versionsOf } from '../index.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const shop: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  tags: [{ name: 'pets (public)', description: 'Pets.' }, { name: 'pets' }],
  paths: {
    '/pets/{id}': {
      get: {
        tags: ['pets (public)'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: { description: 'A pet', ...json(ref('ApiPetDto')), links: { eaten: { operationId: 'pets_eat' } } },
        },
      },
    },
    '/eat': { post: { operationId: 'pets_eat', tags: ['pets'], requestBody: json(ref('a~1b')), responses: {} } },
  },
  components: {
    schemas: {
      ApiPetDto: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, friend: ref('ApiPetDto/properties/kind') },
        oneOf: [ref('ApiCatDto')],
        discriminator: { propertyName: 'kind', mapping: { cat: 'ApiCatDto', other: '#/components/schemas/ApiCatDto' } },
      },
      ApiCatDto: { type: 'object', properties: { kind: { type: 'string' } } },
      'a/b': { type: 'object' },
    },
  },
};

const documents = (...roots: readonly JsonObject[]) =>
  versionsOf(
    roots.map((root, index) => documentOf(`${index}.yaml`, root)),
    [],
  );
const renamed = (names: NameRules, root: JsonObject = shop) =>
  rename(documents(root), names).map(({ document }) => document.root)[0] as JsonObject;

describe('schemas', () => {
  it('have their new names wherever something refers to them', () => {
    const text = JSON.stringify(renamed({ schemas: { 'a/b': 'x/y z', 'Api*Dto': '*' } }));
    expect(text).not.toContain('Dto');
    expect(text).toContain('"Pet":{"type":"object"');
    expect(text).toContain('"$ref":"#/components/schemas/Pet/properties/kind"');
    expect(text).toContain('"mapping":{"cat":"Cat","other":"#/components/schemas/Cat"}');
    expect(text).toContain('"$ref":"#/components/schemas/x~1y%20z"');
    const { schemas } = normalize(documentOf('a.yaml', renamed({ schemas: { 'a/b': 'x/y z', 'Api*Dto': '*' } })));
    expect(schemas.map(({ name }) => name)).toEqual(expect.arrayContaining(['Cat', 'Pet']));
  });

  it.each<[string, readonly object[], JsonObject]>([
    [
      'a union',
      [],
      {
        openapi: '3.1.0',
        components: {
          schemas: {
            ApiPetDto: {
              oneOf: [ref('ApiCatDto'), ref('ApiDogDto')],
              discriminator: { propertyName: 'kind', mapping: { dog: 'ApiDogDto' } },
            },
            ApiCatDto: { type: 'object', properties: { kind: { type: 'string' } } },
            ApiDogDto: { type: 'object', properties: { kind: { type: 'string' } } },
          },
        },
      },
    ],
    [
      'a base',
      [{ value: 'ApiPetDto', schema: 'Pet' }],
      {
        swagger: '2.0',
        definitions: {
          ApiPetDto: { type: 'object', discriminator: 'kind', properties: { kind: { type: 'string' } } },
          ApiCatDto: { allOf: [{ $ref: '#/definitions/ApiPetDto' }, { properties: { lives: { type: 'integer' } } }] },
        },
      },
    ],
  ])('are sent by a discriminator of %s as before', (_what, bases, document) => {
    const root = { ...document, info: { title: 't', version: '1' }, paths: {} };
    // Of several renames, the first name counts.
    const twice = renamed({ schemas: { 'Small*': '*' } }, renamed({ schemas: { 'Api*Dto': 'Small*' } }, root));
    const pet = normalize(documentOf('a.yaml', twice)).schemas.find(({ name }) => name === 'Pet')?.type;
    expect(pet).toMatchObject({ discriminator: { mapping: expect.any(Array) as [] } });
    const { discriminator } = pet as { discriminator: { mapping: readonly { value: string; schema: string }[] } };
    expect(discriminator.mapping.filter(({ schema }) => schema !== 'Dog')).toEqual([
      { value: 'ApiCatDto', schema: 'Cat' },
      ...bases,
    ]);
  });

  it('are no part of values, which may have a property $ref, but of properties with the names of keywords', () => {
    const value = ref('ApiCatDto');
    const places = ['default', 'example', 'const', 'value', 'examples', 'x-note', 'enum', 'properties'];
    const properties = Object.fromEntries(places.map((name) => [name, value]));
    const values = { default: value, example: { a: [value] }, examples: [value], enum: [value], 'x-note': value };
    const media = { 'application/json': { schema: value, example: value, examples: { default: { value } } } };
    const paths = { '/cats': { get: { responses: { default: { description: '', content: media } } } } };
    const root = {
      ...shop,
      paths,
      components: { schemas: { ApiCatDto: { properties, dependencies: properties, ...values } } },
    };
    const changed = renamed({ schemas: { ApiCatDto: 'Cat' } }, root) as typeof root & {
      readonly components: { readonly schemas: { readonly Cat: JsonObject } };
    };
    const changedProperties = Object.fromEntries(places.map((name) => [name, ref('Cat')]));
    expect(changed.components.schemas.Cat).toEqual({
      properties: changedProperties,
      dependencies: changedProperties,
      ...values,
    });
    expect(changed.paths['/cats'].get.responses.default.content['application/json']).toEqual({
      ...media['application/json'],
      schema: ref('Cat'),
    });
  });

  it('of Swagger 2.0 are definitions', () => {
    const definitions = { Old: { properties: { next: { $ref: '#/definitions/Old' } } } };
    const root = { swagger: '2.0', info: { title: 'A', version: '1' }, paths: {}, definitions };
    expect(renamed({ schemas: { Old: 'New' } }, root)['definitions']).toEqual({
      New: { properties: { next: { $ref: '#/definitions/New' } } },
    });
  });

  it('are no part of the examples of Swagger 2.0, nor of links', () => {
    const value = { $ref: '#/definitions/Old', schema: { $ref: '#/definitions/Old' } };
    const response = (schema: string, examples: JsonObject) => ({
      description: '',
      schema: { $ref: `#/definitions/${schema}` },
      examples: { 'application/json': examples },
    });
    const swagger = { swagger: '2.0', info: { title: 'A', version: '1' }, definitions: { Old: {} } };
    const root = { ...swagger, paths: {}, responses: { ok: response('Old', value) } };
    expect(renamed({ schemas: { Old: 'New' } }, root)['responses']).toEqual({ ok: response('New', value) });

    const examples = { a: { operationId: 'get', parameters: { id: ref('ApiCatDto') }, requestBody: ref('ApiCatDto') } };
    const links = { ...shop, components: { ...(shop['components'] as JsonObject), links: examples } };
    expect(renamed({ schemas: { ApiCatDto: 'Cat' } }, links)['components']).toMatchObject({ links: examples });
  });

  it('never get the same name', () => {
    expect(() => renamed({ schemas: { 'Api*Dto': 'Pet' } })).toThrow(
      'CONFIG_STRUCTURE: The schemas "ApiPetDto" and "ApiCatDto" both become "Pet" (0.yaml). Give one of them another name',
    );
    expect(() => renamed({ schemas: { ApiPetDto: 'ApiCatDto' } })).toThrow('both become "ApiCatDto"');
  });

  it('may exchange their names', () => {
    const names = { schemas: { ApiPetDto: 'ApiCatDto', ApiCatDto: 'ApiPetDto' } };
    expect(renamed(names, renamed(names))).toEqual(shop);
  });

  it('renamed and renamed back are the same document', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[*]/.test(text) && text !== '__proto__');
    fc.assert(
      fc.property(name, (other) => {
        fc.pre(!['ApiCatDto', 'a/b'].includes(other));
        const there = renamed({ schemas: { ApiPetDto: other } });
        expect(renamed({ schemas: { [other]: 'ApiPetDto' } }, there)).toEqual(shop);
      }),
      { seed: inject('seed'), numRuns: 50 },
    );
  });
});

describe('operations', () => {
  it('have new IDs, and links refer to them', () => {
    const { operations } = normalize(
      documentOf('a.yaml', renamed({ operations: { 'GET /pets/{id}': 'petGet', 'pets_*': 'pet-*' } })),
    );
    expect(operations.map(({ id }) => id).sort()).toEqual(['PetEat', 'PetGet']);
    expect(JSON.stringify(renamed({ operations: { pets_eat: 'eat' } }))).toContain('"eaten":{"operationId":"eat"}');
  });

  it('never get the same ID', () => {
    expect(() => renamed({ operations: { '*': 'same' } })).toThrow(
      'The operations "GET /pets/{id}" and "POST /eat" both become "same"',
    );
  });
});

describe('methods', () => {
  it('have the group and the name that the configuration gives, by ID or by method and path', () => {
    const methods = { 'GET /pets/{id}': 'animals.find', 'pet*': 'kitchen.*' };
    const { operations } = normalize(documentOf('a.yaml', renamed({ methods }, withId('petsEat'))));
    expect(operations.map(({ noun, verb }) => `${noun}.${verb}`)).toEqual(['animals.find', 'kitchen.sEat']);
  });

  it('never get the same name', () => {
    expect(() => renamed({ methods: { '*': 'a.same' } })).toThrow(
      'The methods "GET /pets/{id}" and "POST /eat" both become "a.same"',
    );
  });
});

const withId = (operationId: string): JsonObject =>
  JSON.parse(JSON.stringify(shop).replaceAll('pets_eat', operationId)) as JsonObject;

it('tags that become the same are one group', () => {
  const root = renamed({ tags: { 'pets (public)': 'pets' } });
  expect(root['tags']).toEqual([{ name: 'pets', description: 'Pets.' }]);
  const { operations } = normalize(documentOf('a.yaml', root));
  expect(new Set(operations.map(({ group }) => group)).size).toBe(1);
});

describe('a rule', () => {
  it.each([
    [
      { schemas: { None: 'A' } },
      '"None" is the name of no schema of any version, or an earlier rule renames it (names/schemas)',
    ],
    [{ tags: { none: 'A' } }, '"none" is the name of no tag of any version'],
    [{ schemas: { '*': '*', ApiPetDto: 'A' } }, '"ApiPetDto" is the name of no schema'],
    [{ schemas: { 'A*B*': '*' } }, 'has more than one "*"'],
    [{ operations: { A: '*' } }, 'has a "*" without a counterpart'],
  ])('%j is rejected', (names, message) => {
    expect(() => renamed(names)).toThrow(message);
  });

  it('may be of use in one version only', () => {
    const newer: JsonObject = { ...shop, info: { title: 'Shop', version: '2' }, components: {}, paths: {} };
    const versions = rename(documents(shop, newer), { schemas: { ApiPetDto: 'Pet' } });
    expect(versions.map(({ document }) => JSON.stringify(document.root).includes('"Pet"'))).toContain(true);
  });
});
