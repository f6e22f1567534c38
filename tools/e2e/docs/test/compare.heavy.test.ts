/**
 * The page that compares any two versions lists what `lading diff` prints, and the history of an operation or a schema shows it at
 * any version. Both are accessible, without errors, and small before something is opened.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { everyOperation, withDocumentNames, type Api } from 'lading/emitter';
import {
  compareApis,
  compareVersions,
  normalize,
  packApis,
  readSpec,
  versionsOfSpec,
  withProductName,
} from 'lading/testing';
import { buildSite, packageFolders, readSources, writeSite } from '@lading/docs';
import { beforeAll, expect, inject, test } from 'vitest';
import { inBrowser, violationsOf } from '../harness/browser.js';
import { folder } from '../harness/built-site.js';

const require = createRequire(import.meta.url);
const out = join(folder, '..', 'compared-site');
const home = `${pathToFileURL(out).href}/`;

const specification = readSpec(join(import.meta.dirname, '../../../../spec'));
const documents = withProductName(versionsOfSpec(specification), specification.product)
  .map(({ document }) => document)
  .sort((a, b) => compareVersions(a.version, b.version));

/** Builds the site of the installed versions, with the data of all versions. */
function build(): void {
  const apis = documents.reduce<readonly Api[]>((found, document) => {
    const before = found.at(-1);
    return [...found, normalize(document, before && everyOperation(before))];
  }, []);
  mkdirSync(join(out, '..'), { recursive: true });
  const versions = join(out, '..', 'versions.json');
  writeFileSync(versions, JSON.stringify(packApis(apis)));
  const script = join(require.resolve('lading/package.json'), '..', 'dist', 'compare', 'compare.page.js');
  writeSite(buildSite(readSources(packageFolders()), {}, { versions, script }), out);
}

/** What `lading diff` prints, each change as its kind and its sentence. */
function changesBetween(from: string, to: string): string[] {
  const documentOf = (version: string) =>
    documents.find((document) => document.version === version) as (typeof documents)[0];
  const older = normalize(documentOf(from));
  const newer = normalize(documentOf(to), everyOperation(older));
  return compareApis(withDocumentNames(older), withDocumentNames(newer))
    .map(({ kind, sentence }) => `${kind} ${sentence.replaceAll('`', '')}`)
    .sort();
}

/** Two versions, which the seed draws. */
function drawnPair(number: number): readonly [string, string] {
  const at = (inject('seed') + number * 7919) % (documents.length * (documents.length - 1));
  const from = at % documents.length;
  const to = (from + 1 + Math.floor(at / documents.length)) % documents.length;
  return [documents[from]?.version ?? '', documents[to]?.version ?? ''];
}

inBrowser('in a browser', (open) => {
  beforeAll(build);

  test.each([1, 2, 3, 4].map(drawnPair))('the page lists the changes from %s to %s', async (from, to) => {
    const page = await open(`compare.html?from=${from}&to=${to}`, {}, home);
    // Some versions are the same, as 1.33 and 1.35 are.
    await page.locator('#compared-count', { hasText: / from | are the same/ }).waitFor();
    expect(await page.locator('*').count()).toBeLessThanOrEqual(3000);
    await page.evaluate('document.querySelectorAll(".compared-group").forEach((each) => (each.open = true))');
    await page.waitForSelector('.compared-group:not(:has(> section))', { state: 'detached' });
    const shown = await page.locator('.change > .head').allTextContents();
    expect(shown.sort()).toEqual(changesBetween(from, to));
  });

  test.each(['light', 'dark'] as const)(
    'the page is accessible, and its filters are in the address, %s',
    async (colorScheme) => {
      const page = await open(
        'compare.html?from=1.43&to=1.44',
        { colorScheme, viewport: { width: 390, height: 800 } },
        home,
      );
      await page.waitForSelector('.change');
      await page.selectOption('#compare-severity', 'breaking');
      expect(page.url()).toMatch(/from=1\.43&to=1\.44&severity=breaking$/);
      expect(await page.locator('.change .fact.warn').count()).toBe(await page.locator('.change').count());
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    },
  );

  test.each([
    ['operations/ContainerCreate', 'query platform', '1.41'],
    ['schemas/ImageInspect', 'VirtualSize', '1.43'],
  ])('the history of %s shows it at any version', async (path, row, version) => {
    const page = await open(`v1.55/${path}.html`, {}, home);
    await page.click('.history > summary');
    await page.waitForSelector('.history-content table');
    const versions = documents.map((document) => document.version);
    await page.locator('#at-version').fill(String(versions.indexOf(version)));
    expect(await page.locator('.history-slider output').textContent()).toBe(version);
    expect(await page.locator('.history-content td:first-child code').allTextContents()).toContain(row);
    expect(await page.locator('.history-steps button').count()).toBeGreaterThan(3);
    expect(await violationsOf(page)).toEqual([]);
  });
});
