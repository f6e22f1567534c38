/** Every link of the site leads to an existing page and anchor. */
import { expect, test } from 'vitest';
import { attribute, BuiltSite } from './testing/built-site.js';
import { brokenLinks } from './testing/broken-links.js';
import { group, index, kiosk, operation, schema, source } from './testing/kiosk.js';

test('two versions have no broken links', () => expect(brokenLinks(new BuiltSite(kiosk))).toEqual([]));

test('broken links in a description become text', () => {
  const description =
    '[a](schemas/Order) [b](schemas/None) [c](groups/ticket#TicketBuy) [d](#None) [e](../../x) `Order.Day` `TicketBuy` [f](https://example.com/)';
  const site = new BuiltSite([
    source('2.0', [
      index,
      schema('Order', [{ ...operation('x', 'GET', '/'), anchor: 'Order.Day', type: ['string'], bounds: [] }]),
      group([operation('TicketBuy', 'POST', '/t'), operation('TicketUse', 'POST', '/u', { description })]),
    ]),
  ]);
  expect(brokenLinks(site)).toEqual([]);
  const text = site.text('v2.0/operations/TicketUse.html');
  expect(text).toContain('<a href="../schemas/Order.html">a</a> b <a href="TicketBuy.html">c</a>');
  expect(text).toContain('<a href="https://example.com/">f</a>');
  expect(text).toContain('<a href="../schemas/Order.html#Order.Day"><code>Order.Day</code></a>');
});

test('no page loads anything from another host', () => {
  const site = new BuiltSite(kiosk);
  for (const path of site.paths().filter((each) => each.endsWith('.html'))) {
    for (const element of site.elements(path)) {
      if (['script', 'link', 'img'].includes(element.tagName)) {
        expect(attribute(element, 'src') ?? attribute(element, 'href')).toMatch(/^(\.\.\/)*[\w-]+\.(js|css|svg)$/);
      }
    }
  }
  expect(site.text('site.css')).not.toMatch(/url\(|@import/);
});
