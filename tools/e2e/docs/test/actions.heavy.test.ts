/** What readers do with a page: copy it or a link, print a group, choose an option of a union or an example. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@lading/docs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser, violationsOf } from '../harness/browser.js';
import { folder, text } from '../harness/built-site.js';

const require = createRequire(import.meta.url);

const document = `
openapi: 3.1.0
info: { title: Zoo, version: '1' }
paths:
  /pets:
    post:
      operationId: PetCreate
      parameters:
        - { name: kind, in: query, schema: { type: string, enum: [${Array.from({ length: 20 }, (_, at) => `k${at}`).join(', ')}] } }
      requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Pet' }
            examples:
              cat: { summary: A cat, value: { kind: cat, lives: 9 } }
              dog: { summary: A dog, value: { kind: dog, tricks: [sit] } }
      responses: { '201': { description: Created. } }
components:
  schemas:
    Pet:
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
      discriminator: { propertyName: kind, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string }, tricks: { type: array, items: { type: string } } } }
`;

/** Builds the site of an API with a union. @returns its URL */
function buildZoo(): string {
  const out = join(folder, '..', 'zoo');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'zoo.yaml'), document);
  const lading = join(require.resolve('lading/package.json'), '..', 'cli', 'lading.mjs');
  const { status, stderr } = spawnSync(
    process.execPath,
    [lading, 'docs', '--document', join(out, 'zoo.yaml'), '--out', join(out, 'site')],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return `${pathToFileURL(join(out, 'site')).href}/`;
}

inBrowser('in a browser', (open, browser) => {
  let server: Server;
  let home = '';
  beforeAll(async () => {
    server = await serve(folder, 0);
    home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server?.closeAllConnections();
    server?.close();
  });

  const opened = (path: string) => open(path, { permissions: ['clipboard-read', 'clipboard-write'] }, home);
  const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test('a page is copied as Markdown', async () => {
    const page = await opened('v1.44/operations/VolumeCreate.html');
    await page.click('.copy-page');
    await page.locator('.copy-page', { hasText: 'Copied' }).waitFor();
    expect(await clipboard(page)).toBe(text('v1.44/operations/VolumeCreate.md'));
  });

  test('a link to a place is copied, and says so', async () => {
    const page = await opened('v1.44/schemas/Volume.html');
    await page.locator('main .field a.anchor').first().click();
    await page.locator('a.anchor[data-copied]').waitFor();
    expect(await clipboard(page)).toBe(page.url());
    expect(await page.locator('main > .unseen[role="status"]').textContent()).toBe('Link copied');
  });

  test('a group is printed with the pages of its operations', async () => {
    const page = await opened('v1.44/groups/volume.html');
    await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { isPrinted: true }) }));
    await page.click('.print-group');
    await page.waitForSelector('.print-only', { state: 'attached' });
    const operations = await page.locator('.operations li').count();
    expect(await page.locator('.print-only article.operation').count()).toBe(operations);
    expect(await page.evaluate(() => (window as unknown as { isPrinted: boolean }).isPrinted)).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.print-only h1').first().isVisible()).toBe(true);
    expect(await page.locator('.print-only .try-open, .print-only button').count()).toBeLessThan(operations * 5);
  });

  test('the kinds of samples stand on one line, beside the button that copies', async () => {
    const page = await opened('v1.44/operations/ContainerCreate.html');
    const bar = page.locator('.tabs .panel-bar').first();
    const { height, width, scrolled } = await bar.evaluate((each) => {
      const { clientHeight: height, clientWidth: width, scrollHeight, scrollWidth } = each;
      return { height, width, scrolled: [scrollHeight, scrollWidth] };
    });
    expect(await bar.getByRole('tab').count()).toBeGreaterThan(4);
    expect(scrolled).toEqual([height, width]);
  });

  test('the sidebar names the methods', async () => {
    const page = await opened('v1.44/operations/VolumeCreate.html');
    const badges = await page
      .locator('.side a.op')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link, '::before').content));
    expect(badges).toEqual(expect.arrayContaining(['"GET"', '"POST"', '"PUT"', '"DEL"']));
  });

  test('options of a union are tabs, examples a menu, and many values are folded', async () => {
    const zoo = buildZoo();
    const page = await open('v1/operations/PetCreate.html', {}, zoo);
    const isShown = (name: string) => page.locator(`.option[data-option="${name}"]`).first().isVisible();
    expect([await isShown('Cat'), await isShown('Dog')]).toEqual([true, false]);
    expect(
      await page
        .getByRole('tab')
        .filter({ hasText: /Cat|Dog/ })
        .allTextContents(),
    ).toEqual(['cat Cat', 'dog Dog']);
    await page.getByRole('tab', { name: 'dog Dog' }).click();
    expect([await isShown('Cat'), await isShown('Dog')]).toEqual([false, true]);
    await page.keyboard.press('ArrowLeft');
    expect([await isShown('Cat'), await isShown('Dog')]).toEqual([true, false]);
    await page.click('[data-examples] > summary');
    await page.selectOption('[data-examples] select', { label: 'dog' });
    expect(await page.locator('[data-examples] pre:visible').allTextContents()).toEqual([
      expect.stringContaining('sit'),
    ]);
    expect(await page.locator('details', { hasText: '20 values' }).last().getAttribute('open')).toBeNull();
    expect(await violationsOf(page)).toEqual([]);
    // An address of a property opens its option.
    await page.goto(`${zoo}v1/operations/PetCreate.html#PetCreate.body.tricks`);
    expect([await isShown('Cat'), await isShown('Dog')]).toEqual([false, true]);
  });

  test('a page from the disk has no actions that need a server', async () => {
    const page = await browser().newPage();
    await page.goto(`${pathToFileURL(folder).href}/v1.44/groups/volume.html`);
    expect(await page.locator('.page-actions').isVisible()).toBe(false);
    await page.close();
  });
});
