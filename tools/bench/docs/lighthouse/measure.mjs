/** Lighthouse on kinds of pages: `node tools/bench/docs/lighthouse/measure.mjs [--site FOLDER] [--write]`. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { writeResult } from '@lading/run/result';
import { usage } from '../../../run/entry.mjs';
import { readme } from '../../places.mjs';
import { browser, buildSites, ofPeer } from '../places.mjs';

usage(`
Usage: node tools/bench/docs/lighthouse/measure.mjs [--site FOLDER] [--write]

Builds the site, serves it with gzip and cache headers, and runs Lighthouse on six kinds of pages. The exit code is 1 if a score
is below 95.

  --site FOLDER   a built site, instead of building one
  --write         write the scores into tools/bench/README.md`);

const { values: options } = parseArgs({
  options: { site: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const target = 95;
const kinds = {
  entrance: 'index.html',
  overview: 'v1.44/index.html',
  group: 'v1.44/groups/container.html',
  operation: 'v1.44/operations/ContainerCreate.html',
  schema: 'v1.44/schemas/HostConfigInput.html',
  changes: 'v1.41/changes.html',
};
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
});

installOrSkip('references');
const folder = options.site ?? buildSites(1).folder;
const server = createServer(({ url = '/' }, response) => {
  const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
  const file = join(folder, path);
  if (!file.startsWith(folder) || !existsSync(file) || extname(file) === '') return void response.writeHead(404).end();
  response
    .writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000',
    })
    .end(gzipSync(readFileSync(file)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
process.env['CHROME_PATH'] = browser;
const { default: lighthouse } = await import(pathToFileURL(ofPeer('lighthouse/core/index.js')).href);
const { launch } = await import(pathToFileURL(ofPeer('chrome-launcher/dist/index.js')).href);
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
/** @type {{ kind: string, scores: number[] }[]} */
const rows = [];
try {
  for (const [kind, path] of Object.entries(kinds)) {
    const result = await lighthouse(`${origin}/${path}`, {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'error',
    });
    const { lhr } = result;
    const scores = categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100));
    rows.push({ kind, scores });
    process.stdout.write(`${kind}: ${scores.join(', ')}\n`);
    for (const category of categories)
      for (const { id, weight } of lhr.categories[category]?.auditRefs ?? []) {
        const { score, title, displayValue = '' } = lhr.audits[id];
        if (weight > 0 && score !== null && score < 0.9) process.stdout.write(`  ${title} ${displayValue}\n`);
      }
  }
} finally {
  await chrome.kill();
  server.close();
}
const { version } = JSON.parse(readFileSync(ofPeer('lighthouse/package.json'), 'utf8'));
const table = markdownTable(
  [
    { title: 'Page' },
    ...['Performance', 'Accessibility', 'Best practices', 'SEO'].map((title) => ({
      title,
      align: /** @type {const} */ ('right'),
    })),
  ],
  rows.map(({ kind, scores }) => [kind, ...scores.map(String)]),
);
const missed = rows.filter(({ scores }) => scores.some((score) => score < target));
const text = `${new Date().toISOString().slice(0, 10)}. Lighthouse ${version}, emulated phone, gzip and cache headers. ${missed.length === 0 ? `Every score is at least ${target}.` : `Below ${target}: ${missed.map(({ kind }) => kind).join(', ')}.`}\n\n${table}`;
process.stdout.write(`\n${text}\n`);
if (options.write) writeResult(readme, 'lighthouse', text);
process.exitCode = missed.length === 0 ? 0 : 1;
