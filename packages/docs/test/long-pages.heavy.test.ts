/** No page is larger than 300 KB or has more than 3,000 elements, however long a document is, and nothing is lost. */
import { expect, test } from 'vitest';
import type { Page } from '../src/gen/page.js';
import { attribute, BuiltSite } from './testing/built-site.js';
import { brokenLinks } from './testing/broken-links.js';
import { field, group, index, operation, schema, source } from './testing/kiosk.js';

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const words = 'Some words about it, with `code` and more of them, as descriptions have. ';
const link = (name: string) => ({ text: name, link: `schemas/${name}` });

/** A document whose lists are all of the same length. */
function longSource(count: number) {
  const operations = numbers(count).map((at) =>
    operation(`Get${at}`, 'GET', `/t${at}`, {
      description: words,
      since: '2.0',
      ...(at === 0 && {
        body: {
          anchor: 'Get0.body',
          required: true,
          content: [{ anchor: 'Get0.body.json', marks: [], mediaType: 'application/json', type: [link('Tree0')] }],
          rules: [],
          marks: [],
        },
      }),
    }),
  );
  const fields = (name: string) =>
    numbers(count).map((at) => field(`${name}.P${at}`, { description: words, since: '2.0' }));
  // Each level has ten properties of the next one, which would be a million.
  const tree = numbers(6).map((level) =>
    schema(
      `Tree${level}`,
      numbers(10).map((at) =>
        field(`Tree${level}.T${at}`, { description: words, type: level < 5 ? [link(`Tree${level + 1}`)] : ['string'] }),
      ),
    ),
  );
  const usedBy = {
    operations: numbers(count).map((at) => ({ text: `Get${at}`, link: `groups/ticket#Get${at}` })),
    schemas: numbers(count).map((at) => link(`S${at}`)),
  };
  const row = (at: number) => [[link(`S${at}`)], [{ markdown: words }]];
  const article = {
    kind: 'article',
    path: 'limits',
    title: 'Limits',
    sections: [
      { anchor: 'table', title: 'Table', table: { head: ['Where', 'What'], rows: numbers(count).map(row) } },
      ...numbers(count).map((at) => ({ anchor: `section-${at}`, title: `Section ${at}`, text: words })),
    ],
  } as unknown as Page;
  return source('1.0', [
    index,
    group(operations),
    article,
    schema('Wide', fields('Wide'), { usedBy }),
    ...tree,
    ...numbers(count).map((at) => schema(`S${at}`, [])),
  ]);
}

const count = 1200;
const site = new BuiltSite([longSource(count)]);
const pages = site.paths().filter((path) => path.endsWith('.html'));

test('no page is larger than 300 KB, or has more than 3,000 elements', () => {
  const large = pages.filter((path) => Buffer.byteLength(site.text(path)) > 300_000);
  expect(large).toEqual([]);
  const many = pages.filter((path) => (site.text(path).match(/<[a-z]/g)?.length ?? 0) > 3000);
  expect(many).toEqual([]);
});

test('no link is broken, and no anchor is on a page twice', () => expect(brokenLinks(site)).toEqual([]));

/** The anchors of a page and of its other parts. */
const anchorsOf = (path: string) =>
  pages
    .filter((each) => each === `${path}.html` || each.startsWith(`${path}~`))
    .flatMap((each) => site.elements(each).flatMap((element) => attribute(element, 'id') ?? []));

test.each([
  ['v1.0/limits', (at: number) => `section-${at}`],
  ['v1.0/schemas/Wide', (at: number) => `Wide.P${at}`],
  ['v1.0/groups/ticket', (at: number) => `Get${at}`],
])('all parts of %s together have everything once', (path, anchor) => {
  const found = anchorsOf(path).filter((id) => id !== '');
  const wanted = numbers(count).map(anchor);
  expect(found.filter((id) => wanted.includes(id)).sort()).toEqual([...wanted].sort());
});

test('the lists of schemas and of additions have everything, too', () => {
  for (const [path, text] of [
    ['v1.0/schemas', 'schemas/S1199.html'],
    ['v1.0/schemas/Wide', '"S1199.html"'],
    ['v1.0/schemas/Wide', '../operations/Get1199.html'],
    ['v1.0/timeline', '#Wide.P1199'],
  ] as const) {
    const parts = pages.filter((each) => each === `${path}.html` || each.startsWith(`${path}~`));
    expect(parts.length).toBeGreaterThan(1);
    const [found, ...others] = parts.filter((part) => site.text(part).includes(text));
    expect([path, text, found === undefined, others]).toEqual([path, text, false, []]);
  }
});

test('properties that have no room on the page of an operation are linked', () => {
  const html = site.text('v1.0/operations/Get0.html');
  expect(html).toContain('id="Get0.body.T9"');
  expect(html).toContain('id="Get0.body.T0.T9"');
  expect(html).toMatch(/More properties: <a href="..\/schemas\/Tree\d.html">/);
});

test('the parts of a page lead to each other', () => {
  const first = site.text('v1.0/limits.html');
  expect(first).toContain('<a href="limits~2.html" rel="next">');
  expect(first).not.toContain('rel="prev"');
  expect(site.text('v1.0/limits~2.html')).toContain('<a href="limits.html" rel="prev">');
});

test('twice the document is at most 2.2 times the site', () => {
  const bytesOf = (built: BuiltSite) =>
    built.paths().reduce((sum, path) => sum + Buffer.byteLength(built.text(path)), 0);
  expect(bytesOf(site) / bytesOf(new BuiltSite([longSource(count / 2)]))).toBeLessThan(2.2);
});
