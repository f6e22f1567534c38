/** Differences stand on the pages of both versions, and the switch between them keeps the place. */
import { describe, expect, test } from 'vitest';
import { attribute, Built, elementsOf, textOf, type Element } from './testing/built.js';
import { kiosk } from './testing/kiosk.js';

const site = new Built(kiosk);

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

describe('what is said of a difference on the page of', () => {
  test.each([
    ['the older version, of what it lacks', 'v1.0/schemas/Order.html', 'Order.Day', ['since 2.0']],
    ['the newer version, of what the older one lacks', 'v2.0/schemas/Order.html', 'Order.Day', ['not in 1.0']],
    ['the older version, of what is gone', 'v1.0/schemas/Order.html', 'Order.Coin', ['until 2.0']],
    ['the newer version, of what is gone', 'v2.0/schemas/Order.html', 'Order.Coin', ['until 2.0']],
    ['the older version, of a renamed schema', 'v1.0/schemas/Person.html', 'Person.Name', ['default differs in 1.0']],
    ['the newer version, of a renamed schema', 'v2.0/schemas/Guest.html', 'Guest.Name', ['default differs in 1.0']],
    ['the older version, of a parameter', 'v1.0/groups/ticket.html', 'TicketBuy.query.seat', ['since 2.0']],
    ['the newer version, of a parameter', 'v2.0/groups/ticket.html', 'TicketBuy.query.seat', ['not in 1.0']],
    ['the older version, of an operation', 'v1.0/groups/ticket.html', 'TicketRefund', ['since 2.0']],
    ['the newer version, of an operation', 'v2.0/groups/ticket.html', 'TicketRefund', ['not in 1.0']],
    ['either, of nothing', 'v2.0/schemas/Order.html', 'Order.Pay~20~By', []],
  ])('%s', (_, path, id, wanted) => expect(marksAt(path, id)).toEqual(wanted));
});

test('a page as a whole has the mark of its new name', () => {
  const main = site.byId('v2.0/schemas/Guest.html', 'main') as Element;
  expect(marksIn(main)).toEqual(['Guest in 2.0', 'default differs in 1.0']);
});

test('an operation tells what differs in the schemas that it carries', () => {
  expect(marksAt('v2.0/groups/ticket.html', 'TicketBuy')).toContain('Order.Day');
  expect(marksAt('v1.0/groups/ticket.html', 'TicketBuy')).toContain('Order.Day');
});

test.each(['v1.0', 'v2.0'])('the changes stand in %s, and every mark leads to one', (folder) => {
  const told = new Set(site.elements(`${folder}/changes.html`).flatMap((element) => attribute(element, 'id') ?? []));
  for (const path of site.paths().filter((each) => each.startsWith(folder) && each.endsWith('.html'))) {
    for (const element of site.elements(path)) {
      const change = attribute(element, 'data-change');
      if (change !== undefined) expect(told).toContain(change);
    }
  }
});

test('the changes of the newer version lead to its own places', () => {
  const link = site
    .elements('v2.0/changes.html')
    .find((element) => textOf(element) === 'Guest.Name' && element.tagName === 'a');
  expect(attribute(link as Element, 'href')).toBe('schemas/Guest.html#Guest.Name');
});

describe('the switch', () => {
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

  test('leads to the page above where there is none, and says so', () => {
    const only = new Built([
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

test('a field that is only in answers is not called required', () => {
  expect(site.text('v2.0/schemas/Order.html')).toContain('request only');
});

test('a name is shown as it is on the wire', () => {
  const place = site.byId('v2.0/schemas/Order.html', 'Order.Pay~20~By') as Element;
  expect(textOf(place)).toContain('Pay By');
});

test('code is spelled with the version at hand', () => {
  expect(site.text('v1.0/groups/ticket.html')).toContain('http://localhost/v1.0/tickets/buy');
  expect(site.text('v2.0/groups/ticket.html')).toContain('http://localhost/v2.0/tickets/buy');
});
