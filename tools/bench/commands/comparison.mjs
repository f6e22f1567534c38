/** The same operation in the three references side by side, as a picture. */
import { fileURLToPath } from 'node:url';
import { browser as executablePath, buildSites, chromium, references as installed } from '../docs/places.mjs';
import { startServer } from '../docs/server.mjs';

const file = fileURLToPath(new URL('../docs/comparison.jpg', import.meta.url));
const viewport = { width: 1440, height: 1000 };
const shown = 560;

/** @type {readonly { name: string, path: string, open?: (page: import('playwright-core').Page) => Promise<void> }[]} */
const references = [
  { name: 'Lading', path: '/lading/v1.44/operations/ContainerCreate.html' },
  {
    name: 'Redoc',
    path: '/redoc/index.html',
    async open(page) {
      await page.getByRole('textbox').first().fill('Create a container');
      await page.locator('[role=search] [role=menuitem]', { hasText: 'Create a container' }).first().click();
      await page.getByRole('textbox').first().fill('');
    },
  },
  {
    name: 'Scalar',
    path: '/scalar/index.html',
    async open(page) {
      await page.keyboard.press('Control+k');
      await page.keyboard.insertText('Create a container');
      await page.locator('[role=option]', { hasText: 'Create a container' }).first().click();
    },
  },
];

/** @type {import('@lading/run/commands').Command} */
export default {
  about:
    'Draws "Create a container" in the reference, in Redoc and in Scalar side by side, into tools/bench/docs/comparison.jpg.',
  async run() {
    installed.install();
    const server = await startServer(buildSites(1).folder);
    const browser = await chromium().launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
    try {
      /** @type {{ name: string, image: string }[]} */
      const pictures = [];
      for (const { name, path, open } of references) {
        const page = await browser.newPage({ viewport });
        await page.route(
          (url) => !url.href.startsWith(server.url) && url.protocol !== 'blob:',
          (route) => route.abort(),
        );
        page.setDefaultTimeout(90_000);
        await page.goto(server.url + path);
        await (open?.(page) ?? page.getByText('Create a container').first().waitFor());
        await page.waitForTimeout(3000);
        pictures.push({ name, image: (await page.screenshot({ type: 'png' })).toString('base64') });
        await page.close();
      }
      const page = await browser.newPage({ viewport: { width: shown * references.length, height: 100 } });
      const figures = pictures.map(
        ({ name, image }) =>
          `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
      );
      await page.setContent(`<style>
        body { display: flex; margin: 0; font: 600 14px system-ui, sans-serif; background: #fff }
        figure { margin: 0; width: ${shown}px; padding: 4px; box-sizing: border-box }
        figcaption { padding: 4px }
        img { display: block; width: 100%; border: 1px solid #ccc; box-sizing: border-box }
      </style>${figures.join('')}`);
      await page.waitForTimeout(500);
      await page.screenshot({ path: file, type: 'jpeg', quality: 82, fullPage: true });
    } finally {
      await browser.close();
      server.close();
    }
    return { text: file };
  },
};
