/** A site of one version has no controls for versions and no sentences about several. */
import { describe, expect, test } from 'vitest';
import { attribute, BuiltSite, textOf } from './testing/built-site.js';
import { group, index, kiosk, operation, schema, source } from './testing/kiosk.js';

const single = new BuiltSite([
  source('1.0', [index, group([operation('TicketBuy', 'POST', '/tickets')]), schema('A', [])]),
]);
const controls = /^(differs|counted)$|\b(versions|version-menu)\b/;

function controlsOf(site: BuiltSite, path: string): (string | undefined)[] {
  return site
    .elements(path)
    .flatMap((element) => [attribute(element, 'id'), attribute(element, 'class')])
    .filter((name) => name !== undefined && controls.test(name));
}

describe.each(single.paths().filter((path) => path.endsWith('.html')))('%s', (path) => {
  test('has no controls for versions', () => expect(controlsOf(single, path)).toEqual([]));

  test('says nothing of several versions', () => {
    const texts = single.elements(path).flatMap((element) => [textOf(element), attribute(element, 'aria-label') ?? '']);
    expect(texts.filter((text) => /\b(all|every|newest|between) versions?\b|timeline/i.test(text))).toEqual([]);
  });
});

test('a site of several versions has the controls', () => {
  expect(controlsOf(new BuiltSite(kiosk), 'v2.0/schemas/Order.html')).toEqual([
    'versions',
    'differs',
    'counted',
    'counted',
  ]);
});
