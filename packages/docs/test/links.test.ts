/** Every link of the site leads to an existing page and anchor. */
import { expect, test } from 'vitest';
import type { Page } from '../src/index.js';
import { attribute, BuiltSite, textOf } from './testing/built-site.js';
import { brokenLinks } from './testing/broken-links.js';
import { field, group, index, kiosk, operation, schema, source } from './testing/kiosk.js';

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

test('the name of a callback leads to its section, and the only example of an error is open', () => {
  const content = {
    anchor: 'TicketBuy.404.json',
    mediaType: 'application/json',
    type: ['object'],
    examples: [{ name: 'example', value: { message: 'no such show' } }],
    marks: [],
  };
  const buy = operation('TicketBuy', 'POST', '/t', {
    rules: ['Callback `onSold`: the server sends `POST {url}`.'],
    responses: [{ anchor: 'TicketBuy.404', status: '404', rules: [], headers: [], content: [content], marks: [] }],
  });
  const sections = [{ anchor: 'TicketBuyOnSold', title: 'onSold', text: 'A callback of `TicketBuy`.' }];
  const webhooks = { kind: 'article', path: 'webhooks', title: 'Webhooks', sections };
  const site = new BuiltSite([source('2.0', [index, group([buy]), webhooks as unknown as Page])]);
  expect(brokenLinks(site)).toEqual([]);
  const text = site.text('v2.0/operations/TicketBuy.html');
  expect(text).toContain('<a href="../webhooks.html#TicketBuyOnSold"><code>onSold</code></a>');
  expect(text).toMatch(/<details class="rules" data-examples open><summary>Example<\/summary>.*no such show/s);
  expect(site.text('v2.0/webhooks.html')).toContain('<a href="operations/TicketBuy.html"><code>TicketBuy</code></a>');
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

test('properties that come from another schema stand together below one link to it, and the own ones after them', () => {
  const from = (name: string) => ({ from: { text: name, link: `schemas/${name}` } });
  const fields = [
    field('Order.Id', from('Base')),
    field('Order.Name', from('Base')),
    field('Order.Seat', from('Place')),
    field('Order.Day'),
    field('Order.Note'),
  ];
  const buy = operation('TicketBuy', 'POST', '/t', {
    responses: [
      {
        anchor: 'TicketBuy.200',
        status: '200',
        rules: [],
        headers: [],
        content: [
          { anchor: 'TicketBuy.200.json', mediaType: 'j', type: [{ text: 'Order', link: 'schemas/Order' }], marks: [] },
        ],
        marks: [],
      },
    ],
  });
  const site = new BuiltSite([
    source('1.0', [index, group([buy]), schema('Base', []), schema('Place', []), schema('Order', fields)]),
  ]);
  const inOrder = ['From Base', 'Id', 'Name', 'From Place', 'Seat', 'Own properties', 'Day', 'Note'];
  for (const path of ['v1.0/schemas/Order.html', 'v1.0/operations/TicketBuy.html']) {
    const texts = site.elements(path).flatMap((element) => {
      const isOne = /(^| )(origin|label)( |$)/.test(attribute(element, 'class') ?? '');
      return isOne ? [textOf(element)] : [];
    });
    expect(texts.map((text) => text.replaceAll('\u200b', '').trim())).toEqual(inOrder);
  }
});

test('the sidebar strikes deprecated operations out', () => {
  const [old, current] = [
    operation('TicketOld', 'GET', '/old', { deprecated: {} }),
    operation('TicketNew', 'GET', '/new'),
  ];
  const site = new BuiltSite([source('1.0', [index, group([old, current])])]);
  const classes = site
    .elements('v1.0/operations/TicketNew.html')
    .flatMap((element) => (/^op /.test(attribute(element, 'class') ?? '') ? [attribute(element, 'class')] : []));
  expect(classes).toEqual(['op get deprecated', 'op get']);
});
