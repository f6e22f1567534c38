/** Runs one generated client in Node, Deno, Bun and a browser: the same file makes the same calls, and the results are compared. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { build } from 'esbuild';
import { generatedIn } from '../checks/workspace.mjs';
import { readme } from '../places.mjs';
import { listen } from '../platforms/server.mjs';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const executable = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Runs the program in a browser: Debian's Chromium, driven by playwright-core.
 * @param {string} origin of a server whose page loads the program @returns {Promise<{ version: string, results: Readonly<Record<string, unknown>> }>}
 */
async function resultsInBrowser(origin) {
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

/** @typedef {Readonly<Record<string, unknown>>} Results */
/** @typedef {{ readonly version: string, readonly results: Results }} Platform `version`, or why there is none */

const folder = fileURLToPath(new URL('../platforms', import.meta.url));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the client of platforms/shop.yaml, bundles it with a program, and runs the file in Node, Deno, Bun and Chromium. Prints
what differs from Node.`,
  page: readme,
  marker: 'platforms',
  run: () =>
    inFolder(async (work) => {
      installOrSkip('runtimes');
      const program = join(work, 'program.mjs');
      const workspace = join(work, 'shop');
      const { tsconfig, entry } = await generatedIn(
        workspace,
        [join(folder, 'shop.yaml')],
        ['--clients', '--scope', '@shop'],
      );
      await build({
        entryPoints: [join(folder, 'program.mjs')],
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
      const ran = async (/** @type {string[]} */ ...command) =>
        JSON.parse(await outputOf([...command, program, server.origin]));
      const [deno, bun] = ['deno', 'bun'].map((name) => group('runtimes').file(`.bin/${name}`));
      const node = { version: process.versions.node, results: await ran(process.execPath) };
      const platforms = {
        Deno: {
          version: await versionOf(deno),
          results: await ran(String(deno), 'run', '--allow-net', '--no-config', '--quiet'),
        },
        Bun: { version: await versionOf(bun), results: await ran(String(bun)) },
        Chromium: await resultsInBrowser(server.origin),
      };
      server.close();
      return { text: reportOf(node, platforms) };
    }),
};

/** @param {string | undefined} program */
async function versionOf(program) {
  return /\d+\.\d+\.\d+/.exec(await outputOf([String(program), '--version']))?.[0] ?? 'unknown';
}

/** @param {readonly string[]} command */
function outputOf([file = '', ...args]) {
  return text(spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 }).stdout);
}

/** @param {Platform} node @param {Readonly<Record<string, Platform>>} platforms */
function reportOf(node, platforms) {
  const names = Object.keys(node.results);
  const ran = Object.entries(platforms).map(([name, { version, results }]) => {
    const differing = names.filter((call) => !isDeepStrictEqual(results[call], node.results[call]));
    return { name, version, results, differing, isRun: Object.keys(results).length > 0 };
  });
  const rows = ran.map(({ name, version, differing, isRun }) => [
    `${name} ${version}`,
    isRun ? `${names.length - differing.length} of ${names.length}` : 'not run',
  ]);
  const differences = ran
    .filter(({ isRun }) => isRun)
    .flatMap(({ name, differing, results }) =>
      differing.map((call) => `- ${name}, ${call}: ${JSON.stringify(results[call])}`),
    );
  return [
    `${new Date().toISOString().slice(0, 10)}; compared with Node ${node.version}.`,
    markdownTable(['platform', 'calls with equal results'], rows),
    ...(differences.length > 0 ? [differences.join('\n')] : []),
  ].join('\n\n');
}
