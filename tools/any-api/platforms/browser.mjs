/** Runs the program in a browser: Debian's Chromium, driven by playwright-core. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executable = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** @param {string} origin of a server whose page loads the program @returns {Promise<{ version: string, results: Readonly<Record<string, unknown>> }>} */
export async function resultsInBrowser(origin) {
  if (!existsSync(executable)) {
    process.stderr.write(
      `\n!!! SKIPPED: no browser at ${executable} (apt-get install chromium, or set LADING_CHROMIUM)\n\n`,
    );
    return { version: '(not installed)', results: {} };
  }
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const results = await page.waitForFunction('globalThis.ladingResults', undefined, { timeout: 60_000 });
    return { version: browser.version(), results: await results.jsonValue() };
  } finally {
    await browser.close();
  }
}
