/** The search finds the entry of a query, and ranks it first. */
import { describe, expect, test } from 'vitest';
// @ts-expect-error -- a script of the pages, without type declarations
import { find as untyped } from '../assets/script/find.js';
import type { SearchIndex } from '../src/search/search-index.js';
import { BuiltSite } from './testing/built-site.js';
import { kiosk } from './testing/kiosk.js';

interface Hit {
  readonly kind: string;
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
  readonly version: string;
}
const find = untyped as (index: SearchIndex, query: string, version: string) => Hit[];
const script = new BuiltSite(kiosk).text('search-index.js');
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

test('an entry that only the other version has is found there', () => {
  expect(find(index, 'Order.Coin', '2.0')[0]).toMatchObject({ kind: 'property', version: '1.0' });
});

test('an entry that both versions have is found once', () => {
  expect(find(index, 'TicketBuy', '1.0').filter(({ kind }) => kind === 'operation')).toHaveLength(1);
});

test.each(['', '   ', 'nothing-like-it', '(', '*.'])('%j finds nothing', (query) => {
  expect(find(index, query, '2.0')).toEqual([]);
});
