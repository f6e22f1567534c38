/** Lighthouse on kinds of pages of the reference. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { browser, buildSites, references, startServer } from '../docs/site.mjs';
import { readme } from '../places.mjs';

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
const moduleOf = (/** @type {string} */ path) => import(pathToFileURL(references.file(path)).href);

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Builds the site, serves it with gzip and cache headers, and runs Lighthouse on six kinds of pages. The exit code is 1 if a score
is below ${target}.`,
  options: { site: ['FOLDER', 'a built site, instead of building one'] },
  page: readme,
  marker: 'lighthouse',
  async run({ site }, { progress }) {
    installOrSkip('references');
    const server = await startServer(site ?? buildSites(1).folder, 'public, max-age=31536000');
    process.env['CHROME_PATH'] = browser;
    const { default: lighthouse } = await moduleOf('lighthouse/core/index.js');
    const { launch } = await moduleOf('chrome-launcher/dist/index.js');
    const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
    /** @type {[kind: string, ...scores: number[]][]} */
    const rows = [];
    try {
      for (const [kind, path] of Object.entries(kinds)) {
        const options = { port: chrome.port, onlyCategories: categories, logLevel: 'error' };
        const { lhr } = await lighthouse(`${server.url}/lading/${path}`, options);
        rows.push([kind, ...categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100))]);
        progress(String(rows.at(-1)?.join(', ')));
        for (const category of categories)
          for (const { id, weight } of lhr.categories[category]?.auditRefs ?? []) {
            const { score, title, displayValue = '' } = lhr.audits[id];
            if (weight > 0 && score !== null && score < 0.9) progress(`  ${title} ${displayValue}`);
          }
      }
    } finally {
      await chrome.kill();
      server.close();
    }
    const { version } = JSON.parse(readFileSync(references.file('lighthouse/package.json'), 'utf8'));
    const missed = rows.filter(([, ...scores]) => scores.some((score) => score < target)).map(([kind]) => kind);
    const result =
      missed.length === 0 ? `Every score is at least ${target}.` : `Below ${target}: ${missed.join(', ')}.`;
    const head = `${new Date().toISOString().slice(0, 10)}. Lighthouse ${version}, emulated phone, gzip and cache headers.`;
    const table = markdownTable(['Page', ...right('Performance', 'Accessibility', 'Best practices', 'SEO')], rows);
    return { text: `${head} ${result}\n\n${table}`, failed: missed.length > 0 };
  },
};
