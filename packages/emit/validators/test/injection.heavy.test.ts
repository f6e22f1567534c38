/** Names and texts of documents remain data in validators, whose code compiles. */
import { expect, test } from 'vitest';
import { emit, injectionErrors, typeErrors } from 'lading/emitter/testing';
import validators from '../src/index.js';

test.each(['zod', 'valibot'])('validators of %s keep names and texts data', { timeout: 120_000 }, async (library) => {
  expect(await injectionErrors([[validators, { library }]])).toEqual([]);
});

test.each(['zod', 'valibot'])('validators of %s compile', { timeout: 60_000 }, async (library) => {
  const schemas = {
    Tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
    Pet: {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind' },
    },
    // Conditions that use the name of a property only, its value only, or neither.
    Closed: { type: 'object', properties: { a: {} }, additionalProperties: false },
    Empty: { type: 'object', additionalProperties: false },
    Described: { allOf: [{ $ref: '#/components/schemas/Closed' }, { type: 'object' }], unevaluatedProperties: false },
    Other: { type: 'object', allOf: [{ $ref: '#/components/schemas/Cat' }], unevaluatedProperties: { type: 'string' } },
    // Of the first one, the validator has the type of an interface: it refers to its base, which has it as an option.
    Source: {
      type: 'object',
      required: ['@kind'],
      properties: { '@kind': { type: 'string' } },
      discriminator: { propertyName: '@kind' },
    },
    Event: { allOf: [{ $ref: '#/components/schemas/Source' }, { properties: { of: { type: 'string' } } }] },
    Metric: { allOf: [{ $ref: '#/components/schemas/Source' }, { type: 'object', properties: { n: {} } }] },
    Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'Cat' }, lives: { type: 'integer' } } },
    Dog: { type: 'object', required: ['kind'], properties: { kind: { const: 'Dog' }, since: { format: 'date' } } },
  };
  const document = (version: string) => ({
    openapi: '3.1.0',
    info: { title: 'Zoo', version },
    paths: {},
    components: { schemas },
  });
  const files = await emit([document('1.0'), document('1.1')], [[validators, { library }]]);
  expect(await typeErrors(files)).toEqual([]);
});
