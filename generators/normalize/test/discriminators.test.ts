/** Tests which values of a discriminator stand for which schemas. */
import { expect, it } from 'vitest';
import type { Dialect, Json, JsonObject } from '../../document/index.js';
import { apiOf, plain, schemasOf } from './testing/small-documents.js';

const field = (name: string, type: object, more: object = {}) => ({ name, type, required: false, ...more });
const enumOf = (of: string, ...values: unknown[]) => ({
  kind: 'enum',
  of,
  values: values.map((value) => ({ value })),
  open: false,
});

it('have no value for inline schemas, whose names are made up', () => {
  const option = (kind: string) => ({ type: 'object', properties: { kind: { enum: [kind] }, [kind]: {} } });
  const pet = { oneOf: [option('cat'), option('dog')], discriminator: { propertyName: 'kind' } };
  expect(typeOf({ Pet: pet }, 'Pet')).not.toHaveProperty('discriminator');
});

const cat = { $ref: '#/components/schemas/Cat' };
const dog = { $ref: '#/components/schemas/Dog' };
const pets = { Cat: { properties: { kind: { type: 'string' } } }, Dog: { properties: { kind: { type: 'string' } } } };
const typeOf = (schemas: JsonObject, wanted: string, dialect?: Dialect) =>
  plain(schemasOf(schemas, dialect).find(({ name }) => name === wanted)?.type) as Record<string, unknown>;

it('of unions have the values that the document maps, and the names of the other schemas', () => {
  const mapping = { cat: '#/components/schemas/Cat', kitty: 'Cat', bird: 'Bird' };
  const pet = { oneOf: [cat, dog], discriminator: { propertyName: 'kind', mapping } };
  expect(typeOf({ ...pets, Pet: pet }, 'Pet')['discriminator']).toEqual({
    property: 'kind',
    mapping: [
      { value: 'cat', schema: 'Cat' },
      { value: 'kitty', schema: 'Cat' },
      { value: 'Dog', schema: 'Dog' },
    ],
  });
});

it('of unions have the only value that a schema allows for the property instead of its name', () => {
  const kind = (name: string) => ({ type: 'object', properties: { kind: { type: 'string', enum: [name] } } });
  const schemas = {
    Base: kind('cat'),
    Cat: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object' }] },
    Dog: kind('dog'),
    Pet: { oneOf: [cat, dog], discriminator: { propertyName: 'kind' } },
  };
  expect(typeOf(schemas, 'Pet')['discriminator']).toEqual({
    property: 'kind',
    mapping: [
      { value: 'cat', schema: 'Cat' },
      { value: 'dog', schema: 'Dog' },
    ],
  });
});

it.each<[Dialect, Json]>([
  ['swagger-2.0', 'kind'],
  ['openapi-3.0', { propertyName: 'kind' }],
])('of bases limit the property of the schemas that extend them: %s', (dialect, discriminator) => {
  const base = { $ref: dialect === 'swagger-2.0' ? '#/definitions/Pet' : '#/components/schemas/Pet' };
  const schemas = {
    Pet: { type: 'object', discriminator, required: ['kind'], properties: { kind: { type: 'string' } } },
    Cat: { allOf: [base, { properties: { lives: { type: 'integer' } } }] },
  };
  expect(typeOf(schemas, 'Pet', dialect)['discriminator']).toEqual({
    property: 'kind',
    mapping: [
      { value: 'Cat', schema: 'Cat' },
      { value: 'Pet', schema: 'Pet' },
    ],
  });
  expect(typeOf(schemas, 'Cat', dialect)['fields']).toEqual([
    field('kind', enumOf('string', 'Cat'), { required: true }),
    field('lives', { kind: 'integer' }),
  ]);
});

const self = { schema: 'Pet', value: 'Pet' };
it.each([
  ['that maps it', { cat: '#/components/schemas/Cat', Pet: '#/components/schemas/Pet' }, [self]],
  ['that leaves it out', { cat: '#/components/schemas/Cat' }, []],
])('choose the base itself by a mapping %s', (_what, mapping, bases) => {
  const properties = { kind: { type: 'string' } };
  const schemas = {
    Pet: { type: 'object', discriminator: { propertyName: 'kind', mapping }, required: ['kind'], properties },
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { lives: { type: 'integer' } } }] },
  };
  expect(typeOf(schemas, 'Pet')['discriminator']).toEqual({
    property: 'kind',
    mapping: [{ value: 'cat', schema: 'Cat' }, ...bases],
  });
});

it('have the values of the property only', () => {
  const kinds = { type: 'string', enum: ['cat', 'dog'] };
  const base = { $ref: '#/components/schemas/Pet' };
  const schemas = {
    Pet: { type: 'object', discriminator: { propertyName: 'kind' }, properties: { kind: kinds } },
    Cat: { 'x-ms-discriminator-value': 'cat', allOf: [base, { properties: { lives: { type: 'integer' } } }] },
    Dog: { allOf: [base, { properties: { legs: { type: 'integer' } } }] },
  };
  // Emitted again, the extension of Cat is gone.
  expect(apiOf({ components: { schemas } }).schemas.find(({ name }) => name === 'Pet')?.type).toMatchObject({
    discriminator: { property: 'kind', mapping: [{ value: 'cat', schema: 'Cat' }] },
  });
});

it('are read once for bases that many schemas extend', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const levels = Object.fromEntries(
    Array.from({ length: 6 }, (_, level) => [
      `Level${level}`,
      { allOf: [...Array.from({ length: 60 }, () => reference(`Level${level + 1}`)), { type: 'object' }] },
    ]),
  );
  const schemas = {
    Pet: { oneOf: [reference('Level0'), dog], discriminator: { propertyName: 'kind' } },
    ...levels,
    Level6: { type: 'object', properties: { kind: { const: 'cat' } } },
    Dog: pets.Dog,
  };
  expect(typeOf(schemas, 'Pet')['discriminator']).toEqual({
    property: 'kind',
    mapping: [
      { value: 'cat', schema: 'Level0' },
      { value: 'Dog', schema: 'Dog' },
    ],
  });
});
