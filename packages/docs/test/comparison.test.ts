/** The page that compares any two versions is part of a site if the generator wrote its data, and there is more than one version. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { attribute, BuiltSite } from './testing/built-site.js';
import { kiosk } from './testing/kiosk.js';
import { brokenLinks } from './testing/broken-links.js';

let folder = '';
beforeAll(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'compare.js'), 'var ladingCompare;');
});

function siteOf(...versions: readonly string[]): BuiltSite {
  const file = join(folder, `${versions.join()}.json`);
  writeFileSync(file, JSON.stringify({ values: [], apis: versions.map((version) => ({ version })) }));
  return new BuiltSite(kiosk, {}, { versions: file, script: join(folder, 'compare.js') });
}

const historyOf = (site: BuiltSite, path: string) =>
  site.elements(path).filter((element) => attribute(element, 'class')?.startsWith('history ')).length;

test('the page, its data and links to it are there', () => {
  const site = siteOf('1.0', '1.5', '2.0');
  expect(site.paths()).toEqual(expect.arrayContaining(['compare.html', 'compare.js', 'versions-data.js']));
  const window: { ladingVersions?: object } = {};
  new Function('window', site.text('versions-data.js'))(window);
  expect(window.ladingVersions).toMatchObject({
    packed: { apis: [{ version: '1.0' }, { version: '1.5' }, { version: '2.0' }] },
    operations: { TicketRefund: ['2.0', 'operations/TicketRefund'] },
    schemas: { Order: ['2.0', 'schemas/Order'], Person: ['1.0', 'schemas/Person'] },
  });
  for (const path of ['index.html', 'v1.0/changes.html', 'v2.0/index.html'])
    expect(site.text(path)).toMatch(/href="(\.\.\/)?compare\.html/);
  for (const path of ['v1.0/operations/TicketBuy.html', 'v2.0/schemas/Order.html'])
    expect(historyOf(site, path)).toBe(1);
  expect(brokenLinks(site)).toEqual([]);
});

test.each([
  ['without data', () => new BuiltSite(kiosk)],
  ['of one version', () => siteOf('2.0')],
])('a site %s has neither', (_, build) => {
  const site = build();
  expect(site.paths()).not.toContain('compare.html');
  expect(site.text('v1.0/changes.html')).not.toContain('compare.html');
  expect(historyOf(site, 'v2.0/schemas/Order.html')).toBe(0);
});
