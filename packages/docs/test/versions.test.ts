/** Differences are shown on the pages of both versions, and the version switch preserves the anchor. */
import { describe, expect, test } from 'vitest';
import { attribute, BuiltSite, elementsOf, textOf, type Element } from './testing/built-site.js';
import { field, kiosk, schema, source } from './testing/kiosk.js';

const site = new BuiltSite(kiosk);

function marksAt(path: string, id: string): string[] {
  const place = site.byId(path, id);
  if (place === undefined) throw new Error(`${path} has no ${id}`);
  return marksIn(place);
}

function marksIn(element: Element): string[] {
  return [...elementsOf(element)].filter((each) => attribute(each, 'data-change') !== undefined).map(textOf);
}

function switches(path: string): [string, string | undefined][] {
  const bar = site.elements(path).find((element) => attribute(element, 'class') === 'versions') as Element;
  return [...elementsOf(bar)]
    .filter(({ tagName }) => tagName === 'a')
    .map((link) => [textOf(link), attribute(link, 'href')]);
}

describe('the badges on the page of', () => {
  test.each([
    ['the older version, for a field that it lacks', 'v1.0/schemas/Order.html', 'Order.Day', ['since 2.0']],
    ['the newer version, for a field that the older one lacks', 'v2.0/schemas/Order.html', 'Order.Day', ['not in 1.0']],
    ['the older version, for a removed field', 'v1.0/schemas/Order.html', 'Order.Coin', ['until 2.0']],
    ['the newer version, for a removed field', 'v2.0/schemas/Order.html', 'Order.Coin', ['until 2.0']],
    ['the older version, for a renamed schema', 'v1.0/schemas/Person.html', 'Person.Name', ['default differs in 2.0']],
    ['the newer version, for a renamed schema', 'v2.0/schemas/Guest.html', 'Guest.Name', ['default differs in 1.0']],
    ['the older version, for a parameter', 'v1.0/operations/TicketBuy.html', 'TicketBuy.query.seat', ['since 2.0']],
    ['the newer version, for a parameter', 'v2.0/operations/TicketBuy.html', 'TicketBuy.query.seat', ['not in 1.0']],
    ['the older version, for an operation', 'v1.0/groups/ticket.html', 'TicketRefund', ['since 2.0']],
    ['the newer version, for an operation', 'v2.0/operations/TicketRefund.html', 'TicketRefund', ['not in 1.0']],
    ['the overview of the newer version', 'v2.0/groups/ticket.html', 'TicketRefund', ['not in 1.0']],
    [
      'an operation of the newer version, for a property of its body',
      'v2.0/operations/TicketBuy.html',
      'TicketBuy.body.Day',
      ['not in 1.0'],
    ],
    ['either version, for a field without difference', 'v2.0/schemas/Order.html', 'Order.Pay~20~By', []],
  ])('%s', (_, path, id, wanted) => expect(marksAt(path, id)).toEqual(wanted));
});

test('the page of a renamed schema has the badge of its new name', () => {
  const main = site.byId('v2.0/schemas/Guest.html', 'main') as Element;
  expect(marksIn(main)).toEqual(['named Person in 1.0', 'default differs in 1.0']);
});

test('an operation shows the differences of its schemas', () => {
  expect(marksAt('v2.0/operations/TicketBuy.html', 'TicketBuy')).toContain('Order.Day');
  expect(marksAt('v1.0/operations/TicketBuy.html', 'TicketBuy')).toContain('Order.Day');
});

test.each(site.paths().filter((path) => site.byId(path, 'counted') !== undefined))(
  '%s counts the differences that it shows',
  (path) => {
    const marks = [...elementsOf(site.byId(path, 'main') as Element)].filter(
      (each) => attribute(each, 'data-change') !== undefined,
    );
    const wanted = new Set(marks.map((mark) => attribute(mark, 'href'))).size;
    expect(attribute(site.byId(path, 'counted') as Element, 'data-count')).toBe(String(wanted));
  },
);

test.each(['v1.0', 'v2.0'])('%s has a changes page, and every badge links to a change', (folder) => {
  const changeIds = new Set(
    site.elements(`${folder}/changes.html`).flatMap((element) => attribute(element, 'id') ?? []),
  );
  for (const path of site.paths().filter((each) => each.startsWith(folder) && each.endsWith('.html'))) {
    for (const element of site.elements(path)) {
      const change = attribute(element, 'data-change');
      if (change !== undefined) expect(changeIds).toContain(change);
    }
  }
});

test('the changes of the newer version link to its own pages', () => {
  const link = site
    .elements('v2.0/changes.html')
    .find((element) => textOf(element) === 'Guest.Name' && element.tagName === 'a');
  expect(attribute(link as Element, 'href')).toBe('schemas/Guest.html#Guest.Name');
});

describe('the version switch', () => {
  test('leads to the same page', () => {
    expect(switches('v1.0/schemas/Order.html')).toEqual([
      ['2.0', '../../v2.0/schemas/Order.html'],
      ['1.0', '../../v1.0/schemas/Order.html'],
    ]);
  });

  test('leads to the other name of a schema', () => {
    expect(switches('v1.0/schemas/Person.html')[0]).toEqual(['2.0', '../../v2.0/schemas/Guest.html']);
    expect(switches('v2.0/schemas/Guest.html')[1]).toEqual(['1.0', '../../v1.0/schemas/Person.html']);
  });

  test('leads to the enclosing page, with a note, if the version lacks the page', () => {
    const only = new BuiltSite([
      ...kiosk.slice(0, 1).map((source) => ({
        ...source,
        pages: new Map([
          ...source.pages,
          [
            'schemas/New',
            { ...source.pages.get('schemas/Order'), path: 'schemas/New', name: 'New', title: 'New' } as never,
          ],
        ]),
      })),
      ...kiosk.slice(1),
    ]);
    const link = only
      .elements('v2.0/schemas/New.html')
      .find((element) => attribute(element, 'data-nearest') !== undefined);
    expect(attribute(link as Element, 'href')).toBe('../../v1.0/schemas.html?missing=New');
  });
});

test('a schema of requests only is labelled so', () => {
  expect(site.text('v2.0/schemas/Order.html')).toContain('request only');
});

test('a name is shown as it is sent', () => {
  const place = site.byId('v2.0/schemas/Order.html', 'Order.Pay~20~By') as Element;
  expect(textOf(place)).toContain('Pay By');
});

test('code samples contain the version of the page', () => {
  expect(site.text('v1.0/operations/TicketBuy.html')).toMatch(/http:\/\/localhost\/v1\.0\/tickets\/buy/);
  expect(site.text('v2.0/operations/TicketBuy.html')).toMatch(/http:\/\/localhost\/v2\.0\/tickets\/buy/);
});

test('the timeline of an older version refers to that of a newer version for its additions', () => {
  const dated = (version: string) => source(version, [schema('Order', [field('Order.Day', { since: version })])]);
  const section = new BuiltSite([dated('2.0'), dated('1.0')]).byId('v1.0/timeline.html', 'v2.0');
  const links = section ? [...elementsOf(section)].map((element) => attribute(element, 'href')) : [];
  expect(links).toContain('../v2.0/timeline.html#v2.0');
});
