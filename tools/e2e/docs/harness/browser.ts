/** The browser of the tests: Debian's chromium, driven by playwright-core. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { home } from './built-site.js';

const executable = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** The reason why there is no browser; undefined if there is one. */
const missing = existsSync(executable)
  ? undefined
  : `SKIPPED: no browser at ${executable} (apt-get install chromium, or set LADING_CHROMIUM to its path)`;

/**
 * @returns the reason why a suite in the browser is skipped; undefined if it runs, in a full run with a browser
 * @throws Error if a browser is required (LADING_REQUIRE_BROWSER=1, as in CI) and none is installed
 */
function browserSkipReason(isFullRun: boolean): string | undefined {
  if (!isFullRun) return 'SKIPPED: only a full run, LADING_RUNS=full, opens a browser';
  if (missing === undefined) return undefined;
  if (process.env['LADING_REQUIRE_BROWSER'] === '1') throw new Error(missing);
  process.stderr.write(`\n*** ${missing}\n\n`);
  return missing;
}

/** Opens a page of a site, by default of the built one. It has to stay without complaints until the test ends. */
type Open = (path: string, options?: BrowserContextOptions, site?: string) => Promise<Page>;

/** Declares tests in a browser, or says why they are skipped. */
export function inBrowser(name: string, tests: (open: Open, browser: () => Browser) => void): void {
  const skipReason = browserSkipReason(inject('isFullRun'));
  describe.skipIf(skipReason !== undefined)(skipReason ?? name, () => {
    let browser: Browser;
    const opened: WatchedPage[] = [];
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
    });
    afterEach(async () => {
      const ended = opened.splice(0);
      for (const { page } of ended) await page.context().close();
      expect(ended.flatMap(({ complaints }) => complaints)).toEqual([]);
    });
    afterAll(() => browser?.close());
    const open: Open = async (path, options, site = home) => {
      const one = await watched(browser, site, options);
      opened.push(one);
      await one.page.goto(site + path);
      return one.page;
    };
    tests(open, () => browser);
  });
}

/** A page, and its errors and requests to other servers. */
interface WatchedPage {
  readonly page: Page;
  readonly complaints: string[];
}

/** Opens a page that records every error and every request to another server. */
export async function watched(
  browser: Browser,
  home: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // The icon is requested late, and aborted on navigation.
    if (why !== 'net::ERR_ABORTED') complaints.push(`${why}: ${request.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(home)) complaints.push(`requested ${request.url()}`);
  });
  return { page, complaints };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page, by every rule and of every impact. */
export async function violationsOf(page: Page): Promise<readonly (readonly [rule: string, elements: string[]])[]> {
  await page.evaluate(axe);
  // Without preloading: it would fetch the style sheet, which is not allowed for a page from the file system.
  const run = 'axe.run(document, { preload: false, resultTypes: ["violations"] })';
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)] as const);
}
