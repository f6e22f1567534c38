/** Every kind of page in a browser: no errors, no requests to other servers, accessible, and usable on narrow screens. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { AxeResults } from 'axe-core';
import type { Browser } from 'playwright-core';
import { serve } from '@lading/docs';
import { browserSkipReason, launch, watched } from '../harness/browser.js';
import { folder, home, pages } from '../harness/built-site.js';
import { kinds } from '../harness/kinds.js';

const skipReason = browserSkipReason(inject('isFullRun'));
/** Runs axe without preloading: it would fetch the style sheet, which is not allowed for a page from the file system. */
const run = 'axe.run(document, { preload: false, resultTypes: ["violations"] })';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.skipIf(skipReason !== undefined)(skipReason ?? 'in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test('every twentieth page and every group opens without an error, wide and narrow', async () => {
    const sample = pages().filter((path, at) => at % 20 === 0 || path.includes('/groups/'));
    for (const width of [1280, 320]) {
      const { page, complaints } = await watched(browser, home, { viewport: { width, height: 700 } });
      for (const path of sample) {
        await page.goto(home + path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) complaints.push(`${path} is ${over} px too wide at ${width}`);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    test.each(Object.entries(kinds))('%s is accessible', async (_, path) => {
      const { page, complaints } = await watched(browser, home, { colorScheme });
      await page.goto(home + path);
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>(run);
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      expect(serious.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });

  test.each(Object.entries(kinds))('%s is not wider than a screen of 320 px', async (_, path) => {
    const { page } = await watched(browser, home, { viewport: { width: 320, height: 640 } });
    await page.goto(home + path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.context().close();
  });

  test('the open search is accessible', async () => {
    const { page } = await watched(browser, home);
    await page.goto(`${home}v1.44/index.html`);
    await page.fill('#search', 'network');
    await page.waitForSelector('#found li[aria-selected="true"]');
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(run);
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
    ).toEqual([]);
    await page.context().close();
  });

  test('a page is painted quickly, without layout shifts', async () => {
    const server = await serve(folder, 0);
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const { page, complaints } = await watched(browser, site);
      await page.addInitScript(() => {
        const seen = { moved: 0 };
        Object.assign(window, { seen });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const paints: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        await page.goto(`${site}v1.44/operations/ContainerCreate.html`);
        await page.waitForTimeout(200);
        paints.push(
          await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity),
        );
        expect(await page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved)).toBeLessThan(
          0.01,
        );
      }
      // A wide limit: the paint waits for no script and no font, on a machine of any speed.
      expect(paints.sort((a, b) => a - b)[2]).toBeLessThan(3000);
      expect(complaints).toEqual([]);
    } finally {
      server.close();
    }
  });
});
