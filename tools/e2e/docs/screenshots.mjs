// `npm run screenshots -w @lading/e2e-docs`: screenshots of each kind of page in light, dark and narrow, for review.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { usage } from '../../run/entry.mjs';

usage(`
Usage: npm run screenshots -w @lading/e2e-docs [-- --readme]

Takes screenshots of each kind of page in light, dark and narrow. It needs the built docs (npx nx run @lading/docs:build).

  --readme   take only the screenshot of the README, docs/images/reference.png`);

const here = fileURLToPath(new URL('.', import.meta.url));
const site = join(here, 'dist', 'site');
const out = join(here, 'dist', 'screenshots');
const executablePath = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** @type {Record<string, { page: string, act?: (page: import('playwright-core').Page) => Promise<void> }>} */
const pages = {
  operation: { page: 'v1.44/operations/ContainerCreate.html' },
  group: { page: 'v1.44/groups/container.html' },
  entrance: { page: 'index.html' },
  schema: { page: 'v1.41/schemas/HostConfig.html' },
  states: { page: 'v1.44/states.html' },
  changes: { page: 'v1.41/changes.html' },
  graph: { page: 'v1.44/graphs/container.html' },
  index: { page: 'v1.44/index.html' },
  timeline: { page: 'v1.44/timeline.html' },
  differences: { page: 'v1.41/operations/VolumeCreate.html', act: (page) => page.click('#differs') },
  search: {
    page: 'v1.44/index.html',
    act: async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('StartInterval');
      await page.waitForSelector('#found li[aria-selected="true"]');
    },
  },
};
const looks = {
  light: { colorScheme: /** @type {const} */ ('light'), viewport: { width: 1440, height: 1000 } },
  dark: { colorScheme: /** @type {const} */ ('dark'), viewport: { width: 1440, height: 1000 } },
  narrow: { colorScheme: /** @type {const} */ ('light'), viewport: { width: 360, height: 780 } },
};

if (!existsSync(executablePath)) {
  process.stderr.write(
    `There is no browser at ${executablePath}: apt-get install chromium, or set LADING_CHROMIUM to its path\n`,
  );
  process.exit(1);
}
const command = join(here, '..', '..', '..', 'packages', 'docs', 'bin', 'lading-docs.js');
const packages = (process.env['LADING_DOCS_PACKAGES'] ?? '').split(':').filter((path) => path !== '');
const built = spawnSync(
  process.execPath,
  [
    command,
    'build',
    '--out',
    site,
    '--settings',
    join(here, '..', '..', '..', 'spec', 'site', 'site.json'),
    ...packages.flatMap((path) => ['--package', path]),
  ],
  { stdio: 'inherit' },
);
if (built.status !== 0) process.exit(built.status ?? 1);
mkdirSync(out, { recursive: true });
const { chromium } = await import('playwright-core');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const readme = join(here, '..', '..', '..', 'docs', 'images', 'reference.png');
const pictures = process.argv.includes('--readme')
  ? [{ ...pages.operation, options: { ...looks.light, viewport: { width: 1280, height: 760 } }, file: readme }]
  : Object.entries(looks).flatMap(([look, options]) =>
      Object.entries(pages).map(([name, page]) => ({ ...page, options, file: join(out, `${name}-${look}.png`) })),
    );
for (const { page: path, act, options, file } of pictures) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${pathToFileURL(site).href}/${path}`);
  await act?.(page);
  await page.screenshot({ path: file });
  await context.close();
}
await browser.close();
process.stdout.write(`${pictures.length} screenshots: ${pictures.map(({ file }) => file).join(', ')}\n`);
