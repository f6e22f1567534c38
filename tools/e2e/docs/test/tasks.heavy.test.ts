/** New readers find what they look for in at most three actions, beginning at the entrance. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inBrowser } from '../harness/browser.js';
import { home } from '../harness/built-site.js';

interface ReaderTask {
  readonly question: string;
  readonly actions?: readonly { readonly click?: string; readonly press?: string; readonly type?: string }[];
  readonly page: string;
  readonly in: string;
  readonly has?: string;
  readonly matches?: string;
}

/** The list of overlays begins with the newest version, and its pages are those that the entrance leads to. */
const versionsFile = join(import.meta.dirname, '../../../../spec/versions.yaml');
const newest = /overlays\/(v[\d.]+)\.yaml/.exec(readFileSync(versionsFile, 'utf8'))?.[1] ?? '';
const tasksFile = join(import.meta.dirname, '../harness/reader-tasks.yaml');
const readerTasks = parse(readFileSync(tasksFile, 'utf8').replaceAll('{newest}', newest)) as readonly ReaderTask[];

test('there are 20 tasks or more, each of at most 3 actions', () => {
  expect(readerTasks.length).toBeGreaterThanOrEqual(20);
  expect(readerTasks.filter(({ actions = [] }) => actions.length > 3)).toEqual([]);
});

inBrowser('in a browser', (open) => {
  test.each(readerTasks)('$question', async ({ actions = [], page: expected, in: selector, has, matches = '' }) => {
    const page = await open('index.html');
    for (const action of actions) {
      if (action.click !== undefined) await page.click(action.click);
      if (action.press !== undefined) await page.press('#search', action.press);
      if (action.type === undefined) continue;
      await page.fill('#search', action.type);
      await page.waitForSelector('#found li[aria-selected="true"]');
    }
    await page.waitForURL((url) => url.href.split('?')[0] === home + expected || url.href === home + expected, {
      timeout: 5000,
    });
    const place = page.locator(selector).first();
    await place.waitFor({ state: 'visible' });
    expect(await place.textContent()).toMatch(has ?? new RegExp(matches, 'i'));
  });
});
