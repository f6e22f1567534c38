/// <reference lib="dom" />
/** The reference, compared with Redoc and Scalar. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from 'simple-statistics';
import { browser as executablePath, buildSites, references, startServer } from '../docs/site.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { alone, comparison, limits } from '../report/comparison.mjs';

/** @typedef {import('playwright-core').Page} Page @typedef {import('../report/comparison.mjs').Row} Row */

/** The beginning of the API's description, with which all three references begin. */
const firstText = 'A container engine is a long-running';

/** The path of each reference, and how a reader finds `HostConfig.Binds`. @type {Readonly<Record<string, { path: string, find: (page: Page) => Promise<void> }>>} */
const subjects = {
  lading: {
    path: '/lading/v1.44/index.html',
    async find(page) {
      await page.keyboard.press('/');
      await page.keyboard.insertText('HostConfig.Binds');
      await page.locator('#found li').first().click();
      await page.locator('[id="HostConfig.Binds"]').waitFor();
    },
  },
  // Its search finds operations but no fields: a reader must know the operation and expand the body.
  redoc: {
    path: '/redoc/index.html',
    async find(page) {
      await page.getByRole('textbox').first().fill('Create a container');
      await page.locator('[role=search] [role=menuitem]', { hasText: 'Create a container' }).first().click();
      await page.locator('td:has-text("HostConfig") button').first().click();
      const names = page.locator('td, span').filter({ hasText: /^Binds$/ });
      await names.first().waitFor();
    },
  },
  // Its search finds schemas.
  scalar: {
    path: '/scalar/index.html',
    async find(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('HostConfig');
      await page.locator('[role=option]', { hasText: 'HostConfig' }).first().click();
      await page.getByText('Binds', { exact: true }).first().waitFor();
    },
  },
};

/** The figures of a visit, with their units, and the maxima of ours. @type {Record<string, [what: string, unit: string, most?: number]>} */
const figures = {
  shipped: ['transferred until the first text', 'KB gzip', 40],
  all: ['transferred until a field is found', 'KB gzip'],
  text: ['time to the first text', 'ms', 150],
  found: ['time from there to finding `HostConfig.Binds`', 'ms', 300],
};

export default comparison({
  about: 'Measures the reference compared with Redoc and Scalar.',
  options: { rounds: ['N', 'how often each measurement is run', 7, 1] },
  marker: 'docs',
  titles: { lading: 'Lading', redoc: 'Redoc', scalar: 'Scalar' },
  missing: () =>
    existsSync(executablePath)
      ? undefined
      : `no browser at ${executablePath} (apt-get install chromium, or set LADING_CHROMIUM to its path)`,
  async measure({ rounds }, progress) {
    references.install();
    const rows = await measureDocs(rounds, progress);
    const peers = references.versions.map((peer) => peer.join(' ')).join(', ');
    return { rows, head: `median of ${rounds} rounds; ${peers}` };
  },
});

/** @returns {Promise<Row[]>} */
async function measureDocs(rounds, progress) {
  progress('building the site');
  const builds = buildSites(5);
  const server = await startServer(builds.folder);
  const browser = await references
    .require('playwright-core')
    .chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const runs = await interleaved(Object.keys(subjects), rounds, (name) => {
    progress(name);
    return visit(browser, server, subjects[name]);
  }).finally(async () => {
    await browser.close();
    server.close();
  });
  const rows = Object.entries(figures).map(([figure, [what, unit, most]]) => {
    const of = (name) => median(runs[name].map((run) => run[figure]));
    const [lading, redoc, scalar] = ['lading', 'redoc', 'scalar'].map(of);
    const targets = limits({ '÷ better peer': [lading / Math.min(redoc, scalar), 1], Lading: [lading, most] });
    return { what, unit, figures: { lading, redoc, scalar }, targets };
  });
  return [
    ...rows,
    alone('largest page', 'KB gzip', largestPage(builds.folder), 120),
    alone('build of both versions', 'CPU s', median(builds.cpu), 3),
  ];
}

/** @param {string} folder */
function largestPage(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  return Math.max(...pages.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length)) / 1000;
}

/** @param {import('playwright-core').Browser} browser @param {import('../docs/site.mjs').References} server */
async function visit(browser, server, { path, find }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // Requests to other servers are aborted.
  await context.route(
    (url) => !url.href.startsWith(server.url) && url.protocol !== 'blob:',
    (route) => route.abort(),
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  try {
    server.reset();
    await page.addInitScript((wanted) => {
      const look = () => {
        if (document.body?.innerText.includes(wanted)) Object.assign(window, { textAt: performance.now() });
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, firstText);
    await page.goto(server.url + path);
    const handle = await page.waitForFunction(() => /** @type {{ textAt?: number }} */ (window).textAt);
    const text = Number(await handle.jsonValue());
    const shipped = server.sent() / 1000;
    const began = performance.now();
    await find(page);
    return { shipped, text, all: server.sent() / 1000, found: performance.now() - began };
  } finally {
    await context.close();
  }
}
