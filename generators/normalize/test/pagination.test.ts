/** Tests how operations get their pagination: declared, or recognized by the header `Link`. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { apiOf } from './testing/small-documents.js';

const pets: JsonObject = { type: 'array', items: { type: 'string' } };
const page: JsonObject = {
  type: 'object',
  properties: { total: { type: 'integer' }, data: pets, next: { type: 'string' } },
};
const link: JsonObject = { headers: { Link: { schema: { type: 'string' } } } };

/** Returns the pagination of an operation with this successful response. */
function paginationOf(schema: JsonObject, more: JsonObject = {}, response: JsonObject = {}, method = 'get') {
  const content = { 'application/json': { schema } };
  const parameters = [{ name: 'after', in: 'query', schema: { type: 'string' } }];
  const responses = { 200: { description: '', content, ...response } };
  return apiOf({ paths: { '/pets': { [method]: { parameters, responses, ...more } } } }).operations[0]?.pagination;
}

const declared = (pagination: unknown): JsonObject => ({ 'x-lading-pagination': pagination as JsonObject });

describe('the pagination of an operation', () => {
  it.each<[string, ReturnType<typeof paginationOf>, unknown]>([
    ['none', paginationOf(pets), undefined],
    ['a header Link and an array', paginationOf(pets, {}, link), { kind: 'link' }],
    ['a header Link and an object with an array', paginationOf(page, {}, link), { kind: 'link', items: '/data' }],
    [
      'a header Link and several arrays',
      paginationOf({ type: 'object', properties: { a: pets, b: pets } }, {}, link),
      undefined,
    ],
    ['a header Link of a POST', paginationOf(pets, {}, link, 'post'), undefined],
    ['declared as none', paginationOf(pets, declared(false), link), undefined],
    [
      'declared',
      paginationOf(page, declared({ kind: 'cursor', parameter: 'after', next: '/next', items: '/data' })),
      { kind: 'cursor', parameter: 'after', next: '/next', items: '/data' },
    ],
    [
      'declared with a first page',
      paginationOf(pets, declared({ kind: 'page', parameter: 'after', first: 0 })),
      { kind: 'page', parameter: 'after', first: 0 },
    ],
  ])('%s', (_, pagination, want) => {
    expect(pagination).toEqual(want);
  });

  const at = /#\/paths\/~1pets\/get\/x-lading-pagination/;
  it.each<[string, unknown, RegExp]>([
    ['another kind', { kind: 'other' }, /one of link, cursor, offset, page.*\/kind/],
    ['a cursor without its place', { kind: 'cursor', items: '/data' }, /a string.*\/next/],
    ['an unknown parameter', { kind: 'page', parameter: 'nr', items: '/data' }, /parameter in the query/],
    ['items that are no array', { kind: 'link', items: '/total' }, /pointer of an array/],
    ['an unknown cursor', { kind: 'cursor', next: '/later', items: '/data' }, /pointer of a property/],
  ])('rejects %s, with the place', (_, pagination, message) => {
    expect(() => paginationOf(page, declared(pagination))).toThrow(message);
    expect(() => paginationOf(page, declared(pagination))).toThrow(at);
  });
});
