/** Runs one generated client in Node, Deno, Bun and a browser: the same file makes the same calls, and the results are compared. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { folder, readme } from '../places.mjs';
import { listen } from '../platforms/server.mjs';
import { generatedIn } from '../workspace/generated.mjs';

const executablePath = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the client of platforms/shop.yaml, bundles it with a program, and runs the file in Node, Deno, Bun and Chromium. Prints
what differs from Node.`,
  page: readme,
  marker: 'platforms',
  run: (_values, { progress }) =>
    inFolder(async (work) => {
      installOrSkip('runtimes');
      const [program, workspace] = [join(work, 'program.mjs'), join(work, 'shop')];
      const shop = join(folder, 'platforms', 'shop.yaml');
      const { tsconfig, entry } = await generatedIn(workspace, [shop], { emitters: ['client'], scope: '@shop' });
      await build({
        entryPoints: [join(folder, 'platforms', 'program.mjs')],
        alias: { client: entry('client-') },
        nodePaths: [join(workspace, 'node_modules')],
        tsconfig,
        outfile: program,
        bundle: true,
        platform: 'browser',
        format: 'esm',
        logLevel: 'error',
      });
      const server = await listen(program);
      const ran = async (...command) => {
        const version = /\d+\.\d+\.\d+/.exec(await outputOf([command[0], '--version']))?.[0];
        return { version, results: JSON.parse(await outputOf([...command, program, server.origin])) };
      };
      const [deno, bun] = ['deno', 'bun'].map((name) => group('runtimes').file(`.bin/${name}`));
      const node = await ran(process.execPath);
      const platforms = {
        Deno: await ran(deno, 'run', '--allow-net', '--no-config', '--quiet'),
        Bun: await ran(bun),
        Chromium: await inBrowser(server.origin, progress),
      };
      server.close();
      return { text: reportOf(node, platforms) };
    }),
};

/** @param {readonly string[]} command */
function outputOf([file, ...args]) {
  return text(spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 }).stdout);
}

/** Runs the program in a browser, from the page of a server: Debian's Chromium, driven by playwright-core. @param {string} origin */
async function inBrowser(origin, progress) {
  if (!existsSync(executablePath)) {
    progress(`\n!!! SKIPPED: no browser at ${executablePath} (apt-get install chromium, or set LADING_CHROMIUM)\n`);
    return { version: '(not installed)', results: undefined };
  }
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    const results = await page.waitForFunction('globalThis.ladingResults', undefined, { timeout: 60_000 });
    return { version: browser.version(), results: await results.jsonValue() };
  } finally {
    await browser.close();
  }
}

/** Compares the results of each platform with those of Node. */
function reportOf(node, platforms) {
  const calls = Object.keys(node.results);
  const rows = [];
  const lines = [];
  for (const [name, { version, results }] of Object.entries(platforms)) {
    const differing = calls.filter((call) => !isDeepStrictEqual(results?.[call], node.results[call]));
    const equal = `${calls.length - differing.length} of ${calls.length}`;
    rows.push([`${name} ${version}`, results === undefined ? 'not run' : equal]);
    if (results !== undefined)
      lines.push(...differing.map((call) => `- ${name}, ${call}: ${JSON.stringify(results[call])}`));
  }
  return [
    `${new Date().toISOString().slice(0, 10)}; compared with Node ${node.version}.`,
    markdownTable(['platform', 'calls with equal results'], rows),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
  ].join('\n\n');
}
