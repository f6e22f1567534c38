/** Every kind of page in a browser: no errors, no requests to other servers, accessible, and usable on narrow screens. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { serve } from '@lading/docs';
import { browserSkipReason, launch, violationsOf, watched } from '../harness/browser.js';
import { folder, home, pages } from '../harness/built-site.js';
import { kinds } from '../harness/kinds.js';

const skipReason = browserSkipReason(inject('isFullRun'));

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
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(home + path);
        expect(await violationsOf(page), `${width} px`).toEqual([]);
      }
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
    expect(await violationsOf(page)).toEqual([]);
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
