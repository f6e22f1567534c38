/// <reference lib="dom" />
/** The reference, compared with Redoc and Scalar. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { browser as executablePath, buildSites, chromium, references } from '../docs/places.mjs';
import { readme } from '../places.mjs';
import { brief, machine } from '../report/figures.mjs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from '../measure/median.mjs';
import { interleaved } from '../measure/rounds.mjs';
import { startServer } from '../docs/server.mjs';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ readonly name: string, readonly path: string, readonly find: (page: Page) => Promise<void> }} Subject
 */

/** The beginning of the API's description, with which all three references begin. */
const firstText = 'A container engine is a long-running';

/** @type {readonly Subject[]} */
const subjects = [
  {
    name: 'lading',
    path: '/lading/v1.44/index.html',
    async find(page) {
      await page.keyboard.press('/');
      await page.keyboard.insertText('HostConfig.Binds');
      await page.locator('#found li').first().click();
      await page.locator('[id="HostConfig.Binds"]').waitFor();
    },
  },
  {
    // Its search finds operations but no fields: a reader must know the operation and expand the body.
    name: 'redoc',
    path: '/redoc/index.html',
    async find(page) {
      await page.getByRole('textbox').first().fill('Create a container');
      await page.locator('[role=search] [role=menuitem]', { hasText: 'Create a container' }).first().click();
      await page.locator('td:has-text("HostConfig") button').first().click();
      await page
        .locator('td, span')
        .filter({ hasText: /^Binds$/ })
        .first()
        .waitFor();
    },
  },
  {
    // Its search finds schemas.
    name: 'scalar',
    path: '/scalar/index.html',
    async find(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('HostConfig');
      await page.locator('[role=option]', { hasText: 'HostConfig' }).first().click();
      await page.getByText('Binds', { exact: true }).first().waitFor();
    },
  },
];

/**
 * @typedef {{ readonly what: string, readonly unit: string, readonly lading: number, readonly redoc?: number,
 *   readonly scalar?: number, readonly most?: number }} Row
 * @typedef {{ readonly rounds: number, readonly progress: (text: string) => void }} Settings
 * @typedef {{ readonly shipped: number, readonly text: number, readonly all: number, readonly found: number }} Run
 */

/** @param {Settings} settings @returns {Promise<Row[]>} */
async function measureDocs({ rounds, progress }) {
  progress('building the site');
  const builds = buildSites(5);
  const server = await startServer(builds.folder);
  const browser = await chromium().launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const names = subjects.map(({ name }) => name);
  const runs = await interleaved(names, rounds, (name) => {
    progress(name);
    return visit(browser, server, /** @type {Subject} */ (subjects.find((one) => one.name === name)));
  }).finally(async () => {
    await browser.close();
    server.close();
  });
  /** @param {keyof Run} figure @param {string} what @param {string} unit @param {number} [most] @returns {Row} */
  const row = (figure, what, unit, most) => {
    const of = (/** @type {string} */ name) => median((runs[name] ?? []).map((run) => run[figure]));
    const target = most === undefined ? {} : { most };
    return { what, unit, lading: of('lading'), redoc: of('redoc'), scalar: of('scalar'), ...target };
  };
  return [
    row('shipped', 'transferred until the first text', 'KB gzip', 40),
    row('all', 'transferred until a field is found', 'KB gzip'),
    row('text', 'time to the first text', 'ms', 150),
    row('found', 'time from there to finding `HostConfig.Binds`', 'ms', 300),
    { what: 'largest page', unit: 'KB gzip', lading: largestPage(builds.folder), most: 120 },
    { what: 'build of both versions', unit: 'CPU s', lading: median(builds.cpu), most: 3 },
  ];
}

/** @param {string} folder */
function largestPage(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  return Math.max(...pages.map((path) => gzipSync(readFileSync(join(folder, path)), { level: 9 }).length)) / 1000;
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {import('../docs/server.mjs').References} server
 * @param {Subject} subject
 * @returns {Promise<Run>}
 */
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
    const text = await handle.jsonValue();
    const shipped = server.sent() / 1000;
    const began = performance.now();
    await find(page);
    return { shipped, text: Number(text), all: server.sent() / 1000, found: performance.now() - began };
  } finally {
    await context.close();
  }
}

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the reference compared with Redoc and Scalar.',
  options: { rounds: ['N', 'how often each measurement is run', 7, 1] },
  page: readme,
  marker: 'docs',
  async run({ rounds }, { load, progress }) {
    if (!existsSync(executablePath)) {
      const text = `SKIPPED: no browser at ${executablePath} (apt-get install chromium, or set LADING_CHROMIUM to its path)`;
      return { text, failed: true, isIncomplete: true };
    }
    references.install();
    const rows = await measureDocs({ rounds, progress });
    const missed = misses(rows);
    const peers = references.versions.map((peer) => peer.join(' ')).join(', ');
    const result =
      missed.length === 0
        ? 'Better than both peers in each figure; every target is met.'
        : `Worse than a peer, or missed target: ${missed.join('; ')}.`;
    const head = machine(load, `median of ${rounds} rounds; ${peers}`);
    return { text: [head, docsTable(rows), result].join('\n\n'), json: { rows, missed } };
  },
};

/** @param {readonly Row[]} rows */
export function docsTable(rows) {
  return markdownTable(
    ['Measurement', 'Unit', ...right('Lading', 'Redoc', 'Scalar')],
    rows.map(({ what, unit, lading, redoc, scalar, most }) => [
      ...[what, unit, `${brief(lading)}${most === undefined ? '' : ` (${lading <= most ? '≤' : 'MISSES'} ${most})`}`],
      ...[redoc, scalar].map(brief),
    ]),
  );
}

/** The names of the figures that miss their target or are not better than a peer's. @param {readonly Row[]} rows */
export function misses(rows) {
  return rows
    .filter(({ lading, redoc = Infinity, scalar = Infinity, most = Infinity }) => {
      return lading > most || lading >= Math.min(redoc, scalar);
    })
    .map(({ what }) => what);
}
