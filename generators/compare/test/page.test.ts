/** What a page of the reference finds in the compact data of all versions. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { withDocumentNames } from '../../ir/index.js';
import { changesBetween, contentAt, operationNames } from '../compare.page.js';
import { compareApis, packApis, unpackApi } from '../index.js';
import { apiOf, json, record, thing } from '../testing/small-documents.js';

const string = { type: 'string', description: 'A text.' };
const api = (version: string, schemas: JsonObject, parameters: readonly JsonObject[]) =>
  apiOf({
    version,
    tags: [{ name: 'Thing', 'x-displayName': `Things of ${version}` }],
    schemas,
    paths: {
      '/things': {
        get: { operationId: 'list_things', tags: ['Thing'], parameters, responses: { '200': json(thing), '404': {} } },
        post: {
          operationId: 'ThingMake',
          tags: ['Thing'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: thing }, 'text/plain': { schema: string } },
          },
          responses: { '201': { ...json({ anyOf: [thing, { type: 'null' }] }), deprecated: true } },
        },
      },
    },
  });
const base = record({ 'Id!': { type: 'integer' }, State: { type: 'string', default: 'on', deprecated: true } });
const own = record({ Size: { type: ['number', 'null'] } });
const schemas = {
  Base: base,
  Thing: { allOf: [{ $ref: '#/components/schemas/Base' }, own] },
  Mode: { type: 'string', enum: ['a', 'b'] },
  Names: { type: 'array', items: string },
};
const query = { name: 'all', in: 'query', schema: { type: 'boolean', default: false } };
const versions = [
  api('1', { ...schemas, Thing: base, Old: string }, []),
  api('2', schemas, [query, { name: 'X-Id', in: 'header', required: true, schema: string }]),
] as const;
const packed = packApis(versions);

it('unpacks APIs that compare as those that were packed, and shares what they share', () => {
  const [older, newer] = versions;
  for (const one of versions) expect(compareApis(unpackApi(packed, one.version), one)).toEqual([]);
  expect(packed.values.length).toBeLessThan(2 + 2 + older.schemas.length + newer.schemas.length);
  expect(JSON.stringify(packed)).not.toContain('A text.');
  expect(() => unpackApi(packed, '3')).toThrow(new RangeError('There is no version 3'));
});

it('finds the changes of a report, each with its section, and the titles of the newer version', () => {
  const [older, newer] = versions.map(withDocumentNames);
  const { changes, groups } = changesBetween(packed, '1', '2');
  expect(changes.map(({ home: _home, ...change }) => change)).toEqual(older && newer && compareApis(older, newer));
  const sections = changes.map(({ home: { about, name } }) => `${about} ${name}`);
  expect([...new Set(sections)]).toEqual(['operation list_things', 'schema Old', 'schema Thing']);
  expect(groups).toEqual([
    ['thing', 'Things of 2'],
    ['common', 'Shared schemas'],
    ['', 'API'],
  ]);
});

it('names operations as their document does', () => {
  expect(operationNames(packed, '2')).toEqual({ ListThings: 'list_things', ThingMake: 'ThingMake' });
});

it('lists the content of an operation or schema', () => {
  const rows = (version: string, kind: 'operation' | 'schema', name: string) =>
    contentAt(packed, version, { kind, name })?.map((row) => [row.name, row.type, ...row.facts].join(' | '));
  expect(rows('2', 'operation', 'ListThings')).toEqual([
    'GET | /things',
    'query all | boolean | default false',
    'header X-Id | string | required',
    '200 | application/json: Thing',
    '404 | ',
  ]);
  expect(rows('2', 'operation', 'ThingMake')).toEqual([
    'POST | /things',
    'body | application/json: Thing; text/plain: string | required',
    '201 | application/json: Thing or null | deprecated',
  ]);
  expect(rows('2', 'schema', 'Thing')).toEqual([
    'Id | integer | required',
    'State | string | default "on" | deprecated',
    'Size | number or null',
  ]);
  expect(rows('2', 'schema', 'Mode')).toEqual(['values | "a", "b"']);
  expect(rows('2', 'schema', 'Names')).toEqual(['type | array of string']);
  expect([rows('2', 'schema', 'Old'), rows('1', 'operation', 'Gone')]).toEqual([undefined, undefined]);
});
