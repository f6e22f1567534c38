/** What the functions of generated contracts declare, and the errors of all clients. */
import { expect, it } from 'vitest';
import {
  condition,
  constrainedString,
  enumOf,
  integer,
  intersectionOf,
  never,
  number,
  object,
  oneOf,
  optional,
  ref,
  required,
  string,
  unionOf,
} from '../src/codegen.js';
import { InputError, LadingClientError, ProtocolError, rule, TimeoutError } from '../src/index.js';

const options = [string, number()];
const discriminator = { property: 'Type', options: { a: 0, b: 1 } };

it.each([
  [constrainedString({ minLength: 1 }), { kind: 'string', minLength: 1 }],
  [constrainedString(), { kind: 'string' }],
  [integer({ minimum: 1 }), { kind: 'integer', minimum: 1 }],
  [number({ multipleOf: 0.5 }), { kind: 'number', multipleOf: 0.5 }],
  [enumOf(['a']), { kind: 'enum', values: ['a'], open: false }],
  [enumOf(['a'], { open: true }), { kind: 'enum', values: ['a'], open: true }],
  [unionOf(options), { kind: 'union', options }],
  [unionOf(options, discriminator), { kind: 'union', options, discriminator }],
  [oneOf(options), { kind: 'union', options, exclusive: true }],
  [oneOf(options, discriminator), { kind: 'union', options, exclusive: true, discriminator }],
  [intersectionOf(options), { kind: 'intersection', parts: options }],
  [intersectionOf([], { unevaluatedItems: never }), { kind: 'intersection', parts: [], unevaluatedItems: never }],
  [condition(string, never), { kind: 'condition', if: string, then: never }],
  [condition(string, undefined, never), { kind: 'condition', if: string, else: never }],
  [
    object({ a: required(string), b: optional(string) }, { closed: true }),
    {
      kind: 'object',
      fields: { a: { schema: string, required: true }, b: { schema: string, required: false } },
      closed: true,
    },
  ],
  [
    rule('max-entries', ['a'], { value: 1, description: 'One.' }),
    { kind: 'max-entries', fields: ['a'], value: 1, description: 'One.' },
  ],
  [rule('zero-or-minimum', [], { description: 'Zero.' }), { kind: 'zero-or-minimum', description: 'Zero.' }],
])('%j', (schema, data) => expect(schema).toEqual(data));

it('references lead to their schema when it is needed', () => {
  expect(ref(() => string)).toMatchObject({ kind: 'ref' });
  expect(ref(() => string).to()).toBe(string);
});

it.each([InputError, ProtocolError, TimeoutError])('an error of a client has a code, a cause and its name', (Class) => {
  const error = new Class('SOME_CODE', 'text', { cause: 1 });
  expect(error).toBeInstanceOf(LadingClientError);
  expect(error).toMatchObject({ code: 'SOME_CODE', message: 'text', name: Class.name, cause: 1 });
});
