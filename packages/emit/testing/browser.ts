/** Programs in a browser: Debian's chromium, driven by playwright-core. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const executable = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether there is no browser, which is said. */
export function missingBrowser(): boolean {
  const missing = !existsSync(executable);
  if (missing && process.env['LADING_REQUIRE_BROWSER'] === '1') throw new Error(`no browser at ${executable}`);
  if (missing) process.stderr.write(`\n*** SKIPPED: no browser at ${executable} (apt-get install chromium)\n\n`);
  return missing;
}

/** Bundles a program for a browser, runs it in a page, and returns what it assigns to `globalThis.results`. */
export async function inBrowser(folder: string, program: string): Promise<unknown> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'tsx' },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
    jsx: 'automatic',
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const worker = join(dirname(createRequire(import.meta.url).resolve('msw/package.json')), 'lib/mockServiceWorker.js');
  const page =
    '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/program.js"></script>';
  const files: Readonly<Record<string, readonly [type: string, text: string]>> = {
    '/': ['text/html', page],
    '/program.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/mockServiceWorker.js': ['text/javascript', readFileSync(worker, 'utf8')],
  };
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = files[url] ?? ['text/plain', ''];
    response.writeHead(url in files ? 200 : 404, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const tab = await browser.newPage();
    const failed = new Promise<never>((_, reject) => tab.on('pageerror', reject));
    await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const results = tab.waitForFunction('globalThis.results', undefined, { timeout: 30_000 });
    return await (await Promise.race([results, failed])).jsonValue();
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
