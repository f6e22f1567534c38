/** The search finds the entry of a query, and ranks it first. */
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
// @ts-expect-error -- a script of the pages, without type declarations
import { find as untyped } from '../assets/script/find.js';
import type { SearchIndex } from '../src/search/search-index.js';
import { BuiltSite } from './testing/built-site.js';
import { kiosk } from './testing/kiosk.js';
import { indexOf } from './testing/search-index.js';

interface Hit {
  readonly kind: string;
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
  readonly version: string;
}
const search = untyped as (index: SearchIndex, query: string, version: string, engine: unknown) => Hit[];
const find = (index: SearchIndex, query: string, version: string) => search(index, query, version, MiniSearch);
const index = indexOf(new BuiltSite(kiosk).text('search-index.js'));

describe.each([
  ['POST /tickets/buy', 'operation', ''],
  ['post /tickets/buy', 'operation', ''],
  ['/tickets/buy', 'operation', ''],
  ['TicketBuy', 'operation', ''],
  ['buy ticket', 'operation', ''],
  ['how to buy a ticket', 'operation', ''],
  ['Order', 'schema', ''],
  ['Order.Day', 'property in Summary of TicketBuy', 'TicketBuy.body.Day'],
  ['day', 'property in Summary of TicketBuy', 'TicketBuy.body.Day'],
  ['ordr', 'schema', ''],
  ['tiketbuy', 'operation', ''],
  ['guset name', 'property', 'Guest.Name'],
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
