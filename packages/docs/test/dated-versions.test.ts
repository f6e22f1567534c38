/** Versions whose names are dates, or long: their order, the menu of versions, the timeline, and their folders. */
import { expect, test } from 'vitest';
import { attribute, BuiltSite, elementsOf, textOf } from './testing/built-site.js';
import { kiosk, source } from './testing/kiosk.js';
import type { Page } from '../src/index.js';

const [newest, oldest] = ['2026-03-10.preview', '2025-06-30'];

/** The kiosk with dates instead of its two versions. */
const sources = kiosk.map(({ list, pages }) => {
  const dated = JSON.parse(
    JSON.stringify([...pages.values()])
      .replaceAll('2.0', newest)
      .replaceAll('1.0', oldest),
  ) as Page[];
  return list.extends === undefined ? source(newest, dated) : source(oldest, dated, newest);
});
const site = new BuiltSite(sources.toReversed());
const withClass = (path: string, name: string) =>
  site.elements(path).filter((element) => attribute(element, 'class')?.split(' ').includes(name));

test('the newest version comes first, each in a folder of its own', () => {
  expect(withClass('index.html', 'card').map((card) => attribute(card, 'href'))).toEqual([
    `v${newest}/index.html`,
    `v${oldest}/index.html`,
  ]);
  expect(site.paths()).toContain(`v${oldest}/operations/TicketBuy.html`);
});

test('names that are too long for the header are in a menu', () => {
  const [menu] = withClass(`v${newest}/operations/TicketBuy.html`, 'version-menu');
  const links = menu ? [...elementsOf(menu)].filter(({ tagName }) => tagName === 'a').map(textOf) : [];
  expect(links).toEqual([newest, oldest]);
  expect(withClass(`v${newest}/operations/TicketBuy.html`, 'version-menu')).toHaveLength(1);
  const short = new BuiltSite(kiosk).elements('v2.0/index.html');
  expect(short.some((element) => attribute(element, 'class') === 'version-menu')).toBe(false);
});

test('the timeline shows what the comparison found if no part of a document is dated', () => {
  const section = site.byId(`v${newest}/timeline.html`, `v${newest}`);
  const links = section ? [...elementsOf(section)].filter(({ tagName }) => tagName === 'a').map(textOf) : [];
  expect(links).toEqual(expect.arrayContaining(['Order.Day', 'TicketBuy query seat', 'TicketRefund']));
});

test('a name fits its box in the timeline', () => {
  const boxes = site.elements(`v${newest}/timeline.html`).filter((element) => attribute(element, 'rx') === '13');
  expect(boxes).toHaveLength(2);
  for (const box of boxes) expect(Number(attribute(box, 'width'))).toBeGreaterThan(newest.length * 8);
});
