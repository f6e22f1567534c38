/** The search finds the entry of a query, and ranks it first. */
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
// @ts-expect-error -- a script of the pages, without type declarations
import { find as untyped } from '../assets/script/find.js';
import type { SearchIndex } from '../src/search/search-index.js';
import type { SearchWords } from '../src/search/search-words.js';
import { BuiltSite } from './testing/built-site.js';
import { field, index as first, kiosk, schema, source } from './testing/kiosk.js';
import { indexOf } from './testing/search-index.js';

interface Hit {
  readonly kind: string;
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
  readonly version: string;
  readonly note: string;
  readonly text: string;
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

describe('a word that begins with the query', () => {
  const names = ['EndpointConfigPublish', 'Device', 'IPAddress', 'Hostname', 'StartInterval', 'Size2Limit'];
  const words = indexOf(
    new BuiltSite([
      source('1.0', [
        first,
        ...names.map((name) => schema(name, [], name === 'Device' ? { about: 'Such as a GPU, for all.' } : {})),
      ]),
    ]).text('search-index.js'),
  );
  test.each([
    ['gpu', 'Device'],
    ['address', 'IPAddress'],
    ['interval', 'StartInterval'],
    ['limit', 'Size2Limit'],
    ['publish', 'EndpointConfigPublish'],
    ['start int', 'StartInterval'],
    ['ostname', 'Hostname'],
  ])('%s is found first, in %s', (query, name) => expect(find(words, query, '1.0')[0]).toMatchObject({ name }));
});

describe('what differs between versions', () => {
  const about = (...orders: readonly (readonly [string, string | undefined])[]) =>
    indexOf(
      new BuiltSite(
        orders.map(([version, description]) =>
          source(version, [
            first,
            schema('Order', description === undefined ? [] : [field('Order.Mac', { description })]),
          ]),
        ),
      ).text('search-index.js'),
    );
  const differing = about(
    ['3.0', 'Set for each network.'],
    ['2.0', 'Set for each network.'],
    ['1.0', 'Set for all alike.'],
  );

  test.each([
    ['Order.Mac', '3.0', '3.0', '', 'Set for each network.'],
    ['Order.Mac', '2.0', '2.0', '', 'Set for each network.'],
    ['Order.Mac', '1.0', '1.0', '', 'Set for all alike.'],
    ['all alike', '1.0', '1.0', '', 'Set for all alike.'],
    ['all alike', '3.0', '1.0', 'in 1.0', 'Set for all alike.'],
    ['each network', '1.0', '3.0', 'in 3.0, 2.0', 'Set for each network.'],
  ])('%s on a page of %s is shown as %s says it', (query, version, of, note, text) => {
    expect(find(differing, query, version)).toMatchObject([{ name: 'Order.Mac', version: of, note, text }]);
  });

  test('names all versions that have an item', () => {
    const removed = about(['4.0', undefined], ['3.0', 'Set.'], ['2.0', 'Set.']);
    expect(find(removed, 'Order.Mac', '4.0')).toMatchObject([{ version: '3.0', note: '3.0, 2.0 only' }]);
    const older = about(['4.0', undefined], ['3.0', 'Set now.'], ['2.0', 'Set.']);
    expect(find(older, 'Order.Mac', '4.0')).toMatchObject([{ version: '3.0', note: 'in 3.0' }]);
  });
});

test.each([32, 33, 70])('%i versions have an entry in common, and one of them has its own', (count) => {
  const all = Array.from({ length: count }, (_, at) => `${count - at}.0`);
  const index = indexOf(
    new BuiltSite(
      all.map((version) =>
        source(version, [
          first,
          schema('Order', [field('Order.Day'), ...(version === '1.0' ? [field('Order.Mac')] : [])]),
        ]),
      ),
    ).text('search-index.js'),
  );
  for (const version of all) expect(find(index, 'Order.Day', version)).toMatchObject([{ version, note: '' }]);
  expect(find(index, 'Order.Mac', '2.0')).toMatchObject([{ version: '1.0', note: '1.0 only' }]);
});

test('an entry that both versions have is found once', () => {
  expect(find(index, 'TicketBuy', '1.0').filter(({ kind }) => kind === 'operation')).toHaveLength(1);
});

describe('the words of a configuration', () => {
  const site = (search: SearchWords) => indexOf(new BuiltSite(kiosk, { search }).text('search-index.js'));
  const words = site({
    synonyms: [
      ['buy', 'purchase'],
      ['ticket', 'entry card'],
    ],
    keywords: {
      'Order.Day': ['date of the visit'],
      TicketBuy: ['reserve a place'],
      Order: ['reservation'],
      'TicketBuy.seat': ['row'],
    },
  });

  test.each([
    ['purchase ticket', 'operation'],
    ['purchase entry cards', 'operation'],
    ['place reserve', 'operation'],
    ['reservation', 'schema'],
    ['date of visit', 'property in Summary of TicketBuy'],
    ['row', 'parameter'],
    ['tickets buy', 'operation'],
  ])('%s is found', (query, kind) => expect(find(words, query, '2.0')[0]).toMatchObject({ kind }));

  test('words without a hit in common are found by most of them', () => {
    expect(find(words, 'cheap ticket purchase', '2.0')[0]).toMatchObject({ kind: 'operation' });
    expect(find(words, 'cheap good ticket', '2.0')).toEqual([]);
  });

  test('a keyword of no place is an error that names it', () => {
    expect(() => site({ synonyms: [], keywords: { 'Order.Gone': ['gone'] } })).toThrow('No version has Order.Gone');
  });
});

test.each(['', '   ', 'nothing-like-it', '(', '*.'])('%j finds nothing', (query) => {
  expect(find(index, query, '2.0')).toEqual([]);
});
