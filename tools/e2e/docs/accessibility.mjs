// `npm run accessibility -w @lading/e2e-docs`: axe on 12 kinds of pages, 3 widths, 2 themes; every rule, every impact.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { usage } from '../../run/entry.mjs';

usage(`
Usage: npm run accessibility -w @lading/e2e-docs [-- FOLDER]

Runs axe on 12 kinds of pages of the site in FOLDER (default: dist/site), in 3 widths and 2 themes, and prints every
violation. The exit code is 1 if there is one.`);

const folder = process.argv[2] ?? fileURLToPath(new URL('dist/site', import.meta.url));
const kinds = {
  entrance: 'index.html',
  overview: 'v1.44/index.html',
  group: 'v1.44/groups/container.html',
  operation: 'v1.44/operations/ContainerCreate.html',
  schema: 'v1.44/schemas/HostConfigInput.html',
  schemas: 'v1.44/schemas.html',
  states: 'v1.44/states.html',
  graph: 'v1.44/graphs/service.html',
  article: 'v1.44/getting-started.html',
  errors: 'v1.44/errors.html',
  changes: 'v1.41/changes.html',
  timeline: 'v1.44/timeline.html',
};
const widths = [1440, 1024, 390];
const themes = /** @type {const} */ (['light', 'dark']);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const browser = await chromium.launch({
  executablePath: process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
let runs = 0;
let violated = 0;
for (const colorScheme of themes) {
  for (const width of widths) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
    for (const [kind, path] of Object.entries(kinds)) {
      await page.goto(`${pathToFileURL(folder).href}/${path}`);
      await page.evaluate(axe);
      // Without preloading: a page from the file system must not fetch its style sheet.
      const violations = /** @type {import('axe-core').Result[]} */ (
        await page.evaluate(
          'axe.run(document, { preload: false, resultTypes: ["violations"] }).then((r) => r.violations)',
        )
      );
      runs += 1;
      violated += violations.length;
      for (const { id, impact, nodes } of violations)
        process.stdout.write(
          `${kind}, ${width} px, ${colorScheme}: ${id} (${impact}), ${nodes.length} ×, ${nodes[0]?.html.slice(0, 200)}\n`,
        );
    }
    await page.close();
  }
}
await browser.close();
process.stdout.write(
  `${violated} violations in ${runs} runs: ${Object.keys(kinds).length} kinds of pages, ${widths.length} widths, ${themes.length} themes\n`,
);
process.exitCode = violated === 0 ? 0 : 1;
