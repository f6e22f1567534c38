/** The size of the reference grows with the number of schemas, however they refer to each other. */
import { expect, test } from 'vitest';
import { documentOf, objectOf, type Json } from '../../document/index.js';
import { filesOf, timelineOf } from '../../generate/pipeline/index.js';
import { normalize } from '../../normalize/index.js';
import { docs } from '../docs/index.js';
import { silent } from './testing/check-injection.js';

const reference = (index: number) => ({ $ref: `#/components/schemas/Box${index}` });

function documentWith(length: number, schema: (index: number) => Json) {
  const schemas = Array.from({ length }, (_, index) => [`Box${index}`, schema(index)] as const);
  return documentOf('boxes.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: {},
    components: { schemas: objectOf([...schemas, [`Box${length}`, { type: 'object' }]]) },
  });
}

function apiOf(...[length, schema]: Parameters<typeof documentWith>) {
  return normalize(documentWith(length, schema));
}

async function sizeOf(length: number, schema: (index: number) => Json): Promise<number> {
  const versions = [{ document: documentWith(length, schema), source: 'boxes.yaml' }];
  const options = { naming: { scope: '' }, emitters: [docs], workspace: false, head: () => [] };
  const files = await filesOf(timelineOf(versions, silent), options, silent);
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

const own = (index: number) => ({ type: 'object', properties: { [`field${index}`]: { type: 'integer' } } });

test.each<{ title: string; schema: (index: number) => Json }>([
  { title: 'references', schema: (index) => reference(index + 1) },
  { title: 'arrays of the next one', schema: (index) => ({ type: 'array', items: reference(index + 1) }) },
  { title: 'properties', schema: (index) => ({ type: 'object', properties: { next: reference(index + 1) } }) },
  { title: 'bases', schema: (index) => ({ allOf: [reference(index + 1), own(index)] }) },
  { title: 'unrelated objects', schema: own },
])('a chain of $title', { timeout: 20_000 }, async ({ schema }) => {
  expect((await sizeOf(500, schema)) / (await sizeOf(250, schema))).toBeLessThan(2.3);
});

test('a chain of 2,000 bases', () => {
  const api = apiOf(2_000, (index) => ({ allOf: [reference(index + 1), own(index)] }));
  expect(api.schemas[0]?.type).toMatchObject({ kind: 'record', bases: ['Box1'], fields: [{ name: 'field0' }] });
});

test('a longer chain of bases is rejected, with its place', () => {
  expect(() => apiOf(3_000, (index) => ({ allOf: [reference(index + 1), own(index)] }))).toThrow(
    'READ_LIMIT: "Box0" inherits from a chain of more than 3000 schemas (boxes.yaml#/components/schemas/Box0/allOf)',
  );
});

test('heirs that inherit from the same schemas in many ways are rejected, with their place', () => {
  const pairs = (count: number) =>
    apiOf(count, (index) => ({ allOf: [reference(index + 1), reference(Math.min(index + 2, count)), own(index)] }));
  expect(pairs(18).schemas[0]?.type).toMatchObject({ kind: 'record', bases: ['Box1', 'Box2'] });
  expect(() => pairs(60)).toThrow(
    /^READ_LIMIT: "Box\d+" inherits from the same schemas in more than 20000 ways \(boxes/,
  );
});
