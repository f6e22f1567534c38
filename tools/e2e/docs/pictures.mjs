// `npm run pictures -w @lading/e2e-docs`: draws the icons and the picture of the site from its logo, and takes the picture of the README.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { usage } from '../../run/entry.mjs';

usage(`
Usage: npm run pictures -w @lading/e2e-docs

Draws spec/site/icon.png, touch-icon.png and picture.png from spec/site/icon.svg, and takes docs/images/reference.png of an operation of the
site in dist/site, which the tests build.`);

const folder = new URL('../../../spec/site/', import.meta.url);
const file = (/** @type {string} */ name) => fileURLToPath(new URL(name, folder));
const logo = readFileSync(file('icon.svg'), 'utf8');
const executablePath = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** Home screens round the corners themselves. */
const square = logo.replace(' rx="7"', '');
const picture = `
<style>
  body { display: grid; align-content: center; gap: 36px; padding: 0 96px; color: #fff; background: #0b3a6e; font-family: system-ui, sans-serif }
  header { display: flex; gap: 32px; align-items: center }
  svg { width: 128px; height: 128px }
  h1 { margin: 0; font-size: 76px; line-height: 1.1; letter-spacing: -0.02em }
  p { margin: 0; font-size: 36px; line-height: 1.4; color: #cfe3fa }
</style>
<header>${logo}<h1>Container Engine<br>HTTP API</h1></header>
<p>The reference of every version, with every difference between versions.</p>`;
const svgOnly = (/** @type {string} */ svg) =>
  `<style>svg { display: block; width: 100vw; height: 100vh }</style>${svg}`;
const operation = new URL('dist/site/v1.44/operations/ContainerCreate.html', import.meta.url).href;
/** @type {readonly { name: string, width: number, height: number, html?: string, url?: string }[]} */
const pictures = [
  { name: 'icon.png', width: 48, height: 48, html: svgOnly(logo) },
  { name: 'touch-icon.png', width: 180, height: 180, html: svgOnly(square) },
  { name: 'picture.png', width: 1200, height: 630, html: picture },
  { name: '../../docs/images/reference.png', width: 1280, height: 760, url: operation },
];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, width, height, html, url } of pictures) {
  const page = await browser.newPage({ viewport: { width, height } });
  if (url !== undefined) await page.goto(url);
  else
    await page.setContent(`<style>html, body { margin: 0; height: 100% } * { box-sizing: border-box }</style>${html}`);
  await page.screenshot({ path: file(name), omitBackground: url === undefined });
  await page.close();
}
await browser.close();
process.stdout.write(`${pictures.map(({ name }) => file(name)).join('\n')}\n`);
