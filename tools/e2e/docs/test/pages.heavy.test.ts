/** Every kind of page in a browser: no errors, no requests to other servers, accessible, and usable on narrow screens. */
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { serve } from '@lading/docs';
import { inBrowser, violationsOf } from '../harness/browser.js';
import { folder, home, pages } from '../harness/built-site.js';

/** A page of every kind, and the largest pages of some kinds. */
const kinds = {
  entrance: 'index.html',
  index: 'v1.44/index.html',
  group: 'v1.44/groups/container.html',
  operation: 'v1.44/operations/ContainerCreate.html',
  stream: 'v1.44/operations/ContainerAttach.html',
  schema: 'v1.44/schemas/HostConfigInput.html',
  schemas: 'v1.44/schemas.html',
  states: 'v1.44/states.html',
  graph: 'v1.44/graphs/service.html',
  authentication: 'v1.44/authentication.html',
  errors: 'v1.44/errors.html',
  limits: 'v1.44/limits.html',
  versioning: 'v1.41/versioning.html',
  changes: 'v1.41/changes.html',
  timeline: 'v1.41/timeline.html',
  older: 'v1.41/operations/ImageInspect.html',
} as const;

inBrowser('in a browser', (open) => {
  test('every twentieth page and every group opens without an error, wide and narrow', async () => {
    const sample = pages().filter((path, at) => at % 20 === 0 || path.includes('/groups/'));
    for (const width of [1280, 320]) {
      const page = await open('index.html', { viewport: { width, height: 700 } });
      const wide: string[] = [];
      for (const path of sample) {
        await page.goto(home + path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) wide.push(`${path} is ${over} px too wide at ${width}`);
      }
      expect(wide).toEqual([]);
    }
  });

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    test.each(Object.entries(kinds))('%s is accessible', async (_, path) => {
      const page = await open(path, { colorScheme });
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.reload();
        expect(await violationsOf(page), `${width} px`).toEqual([]);
      }
    });
  });

  test.each(Object.entries(kinds))('%s is not wider than a screen of 320 px', async (_, path) => {
    const page = await open(path, { viewport: { width: 320, height: 640 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test('the open search is accessible', async () => {
    const page = await open('v1.44/index.html');
    await page.fill('#search', 'network');
    await page.waitForSelector('#found li[aria-selected="true"]');
    expect(await violationsOf(page)).toEqual([]);
  });

  test('a page is painted quickly, without layout shifts', async () => {
    const server = await serve(folder, 0);
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const page = await open('index.html', {}, site);
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
    } finally {
      server.close();
    }
  });
});
