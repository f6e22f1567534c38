/// <reference lib="dom" />
/** Measures the three references in one browser: bytes transferred, time to the first text, time to find a field. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from '../measure/median.mjs';
import { browser as executablePath, buildSites, chromium } from './places.mjs';
import { startServer } from './server.mjs';
import { firstText, subjects } from './subjects.mjs';

/**
 * @typedef {{ readonly what: string, readonly unit: string, readonly lading: number, readonly redoc?: number,
 *   readonly scalar?: number, readonly most?: number }} Row
 * @typedef {{ readonly rounds: number, readonly progress: (text: string) => void }} Settings
 * @typedef {{ readonly shipped: number, readonly text: number, readonly all: number, readonly found: number }} Run
 */

/** @param {Settings} settings @returns {Promise<Row[]>} */
export async function measureDocs({ rounds, progress }) {
  progress('building the site');
  const builds = buildSites(5);
  const server = await startServer(builds.folder);
  const browser = await chromium().launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  /** @type {Record<string, Run[]>} */
  const runs = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  try {
    // The first round warms up the browser and the server and is discarded.
    for (let round = 0; round <= rounds; round += 1) {
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        progress(`${subject.name}, round ${round} of ${rounds}`);
        const run = await visit(browser, server, subject);
        if (round > 0) runs[subject.name]?.push(run);
      }
    }
  } finally {
    await browser.close();
    server.close();
  }
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
 * @param {import('./server.mjs').References} server
 * @param {import('./subjects.mjs').Subject} subject
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
