/** A site grows with the number of its pages: no page lists all others, and texts are read in linear time. */
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { SchemaPage } from '../src/gen/page.js';
import { plain } from '../src/render/markdown.js';
import { attribute, BuiltSite, textOf, type Element } from './testing/built-site.js';
import { group, index, operation, schema, source } from './testing/kiosk.js';

const count = 450;
const numbers = Array.from({ length: count }, (_, at) => at);
const site = new BuiltSite([
  source('1.0', [
    index,
    group(numbers.map((at) => operation(`Get${at}`, 'GET', `/t${at}`))),
    ...numbers.map((at) =>
      group([operation(`One${at}`, 'GET', `/o${at}`)], { path: `groups/g${at}`, title: `G${at}` }),
    ),
    ...numbers.map((at) => schema(`S${at}`, [])),
  ]),
]);

/** Returns the texts of the links of the sidebar. */
function linksOf(path: string): readonly Element[] {
  const [sidebar] = site.elements(path).filter((element) => attribute(element, 'id') === 'contents');
  const links: Element[] = [];
  const visit = (element: Element): void => {
    for (const child of element.childNodes) {
      if (!('tagName' in child)) continue;
      if (child.tagName === 'a') links.push(child);
      visit(child);
    }
  };
  if (sidebar !== undefined) visit(sidebar);
  return links;
}

test.each([
  ['operations/Get0', 'Summary of Get0', 'Summary of Get200', 'groups/ticket'],
  ['operations/Get449', 'Summary of Get444', 'Summary of Get443', 'groups/ticket'],
  ['operations/One300', 'Summary of One300', 'G100', 'index'],
  ['groups/g300', 'G299', 'G298', 'index'],
  ['schemas/S200', 'S203', 'S204', 'schemas'],
])('the sidebar of %s has the links around it, and one to all', (path, shown, omitted, all) => {
  const links = linksOf(`v1.0/${path}.html`);
  const texts = links.map((link) => textOf(link).trim());
  expect(texts).toContain(shown);
  expect(texts).not.toContain(omitted);
  expect(texts.length).toBeLessThan(35);
  expect(links.filter((link) => attribute(link, 'aria-current') === 'page')).toHaveLength(1);
  const toAll = links.filter((link) => /^All \d+$/.test(textOf(link)));
  expect(toAll.map((link) => attribute(link, 'href'))).toContain(`../${all}.html`);
});

test('the file of all lists has every operation, group and schema', () => {
  const window: { ladingNavigation?: Record<string, object> } = {};
  runInNewContext(site.text('v1.0/navigation.js'), { window });
  const { groups, operations, schemas } = window.ladingNavigation ?? {};
  expect(groups).toHaveLength(count + 1);
  expect(operations).toHaveProperty(['groups/ticket', 'length'], count);
  expect(operations).toHaveProperty(['groups/g7', 0], ['operations/One7', 'Summary of One7', 0, 'get']);
  expect(schemas).toHaveProperty(['ticket', 'length'], count);
  expect(site.text('v1.0/schemas/S0.html')).toContain('<script src="../navigation.js" defer>');
});

test('the schemas of all groups are found in one pass', () => {
  let reads = 0;
  const schemas = numbers.slice(0, 100).map((at) => {
    const page = schema(`S${at}`, []) as SchemaPage;
    const counted = {
      get: () => {
        reads += 1;
        return page.group;
      },
    };
    return Object.defineProperty({ ...page }, 'group', { enumerable: true, ...counted });
  });
  const groups = numbers
    .slice(0, 100)
    .map((at) => group([operation(`One${at}`, 'GET', `/o${at}`)], { path: `groups/g${at}`, title: `G${at}` }));
  expect(new BuiltSite([source('1.0', [index, ...groups, ...schemas])]).paths().length).toBeGreaterThan(300);
  // A pass for each group would read each schema a hundred times.
  expect(reads / schemas.length).toBeLessThan(50);
});

test.each(['[', '](', '[](', '[a', '[[]', '`', '* a', '(['])('%s without its end takes linear time', (part) => {
  const timeOf = (times: number): number => {
    const { user } = process.cpuUsage();
    plain(part.repeat(times));
    return process.cpuUsage().user - user;
  };
  timeOf(1000);
  // The square of a hundred thousand would be seconds.
  expect(timeOf(100_000)).toBeLessThan(500_000);
});
