/** New readers find what they look for in at most three actions, beginning at the entrance. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { browserSkipReason, launch, watched } from '../harness/browser.js';
import { home } from '../harness/built-site.js';
import { readerTasks } from '../harness/reader-tasks.js';

const skipReason = browserSkipReason(inject('isFullRun'));

test('there are 20 tasks or more, each of at most 3 actions', () => {
  expect(readerTasks.length).toBeGreaterThanOrEqual(20);
  expect(readerTasks.filter(({ actions }) => actions.length > 3)).toEqual([]);
});

describe.skipIf(skipReason !== undefined)(skipReason ?? 'in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  test.each(readerTasks)('$question', async ({ actions, page: expected, answer: [selector, text] }) => {
    const { page, complaints } = await watched(browser, home);
    await page.goto(`${home}index.html`);
    for (const action of actions) {
      if ('click' in action) await page.click(action.click);
      else if ('press' in action) await page.press('#search', action.press);
      else {
        await page.fill('#search', action.type);
        await page.waitForSelector('#found li[aria-selected="true"]');
      }
    }
    await page.waitForURL((url) => url.href.split('?')[0] === home + expected || url.href === home + expected, {
      timeout: 5000,
    });
    const place = page.locator(selector).first();
    await place.waitFor({ state: 'visible' });
    expect(await place.textContent()).toMatch(text);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
