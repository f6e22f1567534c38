/** Strings of documents are shown as text: they never become elements, scripts, URLs or templates. */
import { describe, expect, test } from 'vitest';
import type { Page } from '../src/gen/page.js';
import { checkedPath } from '../src/source/index.js';
import { attribute, BuiltSite, elementsOf, textOf, type Element } from './testing/built-site.js';
import { field, group, mark, operation, schema, source } from './testing/kiosk.js';
import { indexOf } from './testing/search-index.js';

const injections = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '</code></pre></main><h1>taken over</h1>',
  '{{version}} {{{version}}} {{> layout}} {{#each this}}x{{/each}}',
  "'; alert(1); //",
  '&lt;b&gt; &amp; \u2028 \u0000',
  '<!-- --> ]]> <style>*{display:none}</style>',
];
const links = [
  '[press](javascript:alert(1))',
  '[press](JaVaScRiPt:alert(1))',
  '[press](java&#10;script:alert(1))',
  '[press](data:text/html,<script>alert(1)</script>)',
  '[press](vbscript:x)',
  '[press](file:///etc/passwd)',
  '[press](//elsewhere.example/x)',
  '![picture](https://elsewhere.example/x.png)',
  '<javascript:alert(1)>',
  '[press][ref]\n\n[ref]: javascript:alert(1)',
];

function siteWith(text: string): BuiltSite {
  const marks = [{ ...mark('added', text, 'x-added'), description: text }];
  const values = { values: [{ value: text, description: text }], open: true };
  const one = field(`Order.${text}`, {
    name: text,
    description: text,
    rules: [text],
    default: text,
    bounds: [text],
    enum: values,
    encoding: text,
    marks,
  });
  const pages: Page[] = [
    {
      kind: 'index',
      path: 'index',
      title: text,
      about: text,
      sections: [{ title: text, links: [{ text, link: text, about: text }] }],
      missing: [],
    } as unknown as Page,
    group(
      [
        operation('TicketBuy', 'POST', `/${text}`, {
          summary: text,
          description: text,
          rules: [text],
          parameters: [{ ...one, anchor: `TicketBuy.query.${text}`, in: 'query' }],
          body: {
            anchor: 'TicketBuy.body',
            required: true,
            description: text,
            content: [
              {
                anchor: `TicketBuy.body.${text}`,
                mediaType: text,
                type: [text, { text, link: 'schemas/Order' }],
                marks,
              },
            ],
            rules: [text],
            marks,
          },
          examples: { request: { mediaType: text, body: { [text]: text } }, response: { status: '200', text } },
          code: { curl: text, client: text, server: text },
          marks,
        }),
      ],
      { title: text, about: text },
    ),
    schema('Order', [one], {
      about: text,
      type: [text, { text, link: text }],
      example: { [text]: [text] },
      enum: values,
    }),
    {
      kind: 'states',
      path: 'states',
      title: text,
      sets: [
        {
          anchor: 'a-set',
          name: text,
          description: text,
          fields: [text],
          values: [{ value: text, description: text }],
          transitions: [
            { to: text, on: text },
            { from: text, on: text },
          ],
          rules: [text],
          marks,
        },
      ],
    } as unknown as Page,
    {
      kind: 'article',
      path: 'errors',
      title: text,
      sections: [
        {
          anchor: text,
          title: text,
          text,
          table: { head: [text], rows: [[[text, { text, link: text }, { markdown: text }]]] },
          code: { language: text, text },
        },
      ],
    } as unknown as Page,
  ];
  return new BuiltSite([source('2.0', pages)]);
}

const ownScripts = new Set(['theme.js', 'site.js'].map((name) => `../${name}`));

/** Returns the elements and attributes that a text must not have produced. */
function injectedParts(site: BuiltSite): string[] {
  const found: string[] = [];
  for (const path of site.paths().filter((name) => name.endsWith('.html'))) {
    for (const element of site.elements(path)) {
      const { tagName } = element;
      const src = attribute(element, 'src');
      if (
        tagName === 'script' &&
        !ownScripts.has((src ?? '').replace(/^(\.\.\/)+/, '../')) &&
        src !== 'theme.js' &&
        src !== 'site.js'
      )
        found.push(`${path}: script`);
      if (tagName === 'img' && /^(\.\.\/)*icon\.svg$/.test(src ?? '')) continue;
      if (['img', 'iframe', 'object', 'style', 'base', 'form'].includes(tagName)) found.push(`${path}: <${tagName}>`);
      if (tagName === 'h1' && textOf(element) === 'taken over') found.push(`${path}: a heading`);
      for (const { name, value } of element.attrs) {
        if (name.startsWith('on')) found.push(`${path}: ${name}`);
        if ((name === 'href' || name === 'src') && !/^(https?:\/\/[^/]|[\w.#?%~=&-][^:]*$)/.test(value))
          found.push(`${path}: ${value}`);
      }
    }
  }
  return found;
}

describe.each([...injections, ...links])('%j', (text) => {
  const site = siteWith(text);

  test('injects nothing', () => expect(injectedParts(site)).toEqual([]));

  test('leaves the search index a single statement of data', () => {
    const script = site.text('search-index.js');
    expect(script).toMatch(/^window\.ladingSearch=JSON\.parse\('(?:[^'\\\n]|\\['\\])*'\);\n$/);
    expect(indexOf(script)).toHaveProperty('entries');
    expect(script).not.toContain('\u2028');
  });
});

test.each(injections)('%j is shown unchanged', (text) => {
  const article = siteWith(text).byId('v2.0/operations/TicketBuy.html', 'TicketBuy') as Element;
  const codes = [...elementsOf(article)].filter(({ tagName }) => tagName === 'code').map(textOf);
  // HTML has no way to write U+0000.
  expect(codes).toContain(text.replaceAll('\u0000', ''));
});

test.each(['schemas/../../x', '/etc/x', 'a//b', '..', 'a b', 'groups/.x'])('%s is not a valid page path', (path) => {
  expect(() => checkedPath(path)).toThrow('is not a valid page path');
});

test.each(['schemas/HostConfig', 'schemas/a~2e~b', 'groups/con~', 'schemas/~2e~~2e~'])(
  '%s is a valid page path',
  (path) => {
    expect(checkedPath(path)).toBe(path);
  },
);
