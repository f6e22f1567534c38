/** What is compared of types: no descriptions, however deep they are. */
import { expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { factsOfType } from '../facts.js';

function factsOf(schema: JsonObject) {
  const root = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { Thing: schema } },
  };
  const [thing] = normalize(documentOf('things.yaml', root)).schemas.filter(({ name }) => name === 'Thing');
  return factsOfType(thing!.type);
}

const text = (description: string): JsonObject => ({ type: 'string', description });
it.each<[string, (description: string) => JsonObject]>([
  ['a record', (about) => ({ type: 'object', properties: { a: text(about) }, additionalProperties: text(about) })],
  ['an array', (about) => ({ type: 'array', items: text(about) })],
  ['a tuple', (about) => ({ type: 'array', prefixItems: [text(about)], items: text(about) })],
  ['a map', (about) => ({ type: 'object', additionalProperties: text(about) })],
  ['a union', (about) => ({ oneOf: [text(about), { type: 'array', items: text(about) }] })],
])('%s', (_kind, schema) => {
  expect(factsOf(schema('One text.'))).toEqual(factsOf(schema('Another text.')));
  expect(JSON.stringify(factsOf(schema('One text.')))).not.toContain('One text');
});
