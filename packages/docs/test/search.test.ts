/** The search finds what is asked for, and puts it first. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error -- the script of the pages, which the site takes as it is
import { find as untyped } from '../assets/script/find.js';
import type { SearchIndex } from '../src/search/search-index.js';
import { Built } from './testing/built.js';
import { kiosk } from './testing/kiosk.js';

interface Hit {
  readonly kind: string;
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
  readonly version: string;
}
const find = untyped as (index: SearchIndex, query: string, version: string) => Hit[];
const script = new Built(kiosk).text('search-index.js');
const index = JSON.parse(script.slice('window.ladingSearch='.length, -2)) as SearchIndex;

describe.each([
  ['POST /tickets/buy', 'operation', 'TicketBuy'],
  ['post /tickets/buy', 'operation', 'TicketBuy'],
  ['/tickets/buy', 'operation', 'TicketBuy'],
  ['TicketBuy', 'operation', 'TicketBuy'],
  ['buy ticket', 'operation', 'TicketBuy'],
  ['Order', 'schema', ''],
  ['Order.Day', 'property', 'Order.Day'],
  ['day', 'property', 'Order.Day'],
  ['409', 'response', 'TicketBuy.409'],
  ['seat', 'parameter', 'TicketBuy.query.seat'],
])('%s', (query, kind, anchor) => {
  test('is found first', () => expect(find(index, query, '2.0')[0]).toMatchObject({ kind, anchor }));
});

test('what only the other version has is found there', () => {
  expect(find(index, 'Order.Coin', '2.0')[0]).toMatchObject({ kind: 'property', version: '1.0' });
});

test('what both have stands once', () => {
  expect(find(index, 'TicketBuy', '1.0').filter(({ kind }) => kind === 'operation')).toHaveLength(1);
});

test.each(['', '   ', 'nothing-like-it', '(', '*.'])('%j finds nothing and breaks nothing', (query) => {
  expect(find(index, query, '2.0')).toEqual([]);
});
