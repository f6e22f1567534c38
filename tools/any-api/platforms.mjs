/** Runs one generated client in Node, Deno, Bun and a browser: the same file makes the same calls, and the results are compared. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { group, installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { build } from 'esbuild';
import { usage } from '../run/entry.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { resultsInBrowser } from './platforms/browser.mjs';
import { listen } from './platforms/server.mjs';
import { lading, readme } from './places.mjs';

usage(`
Usage: node tools/any-api/platforms.mjs [--write]

Generates the client of platforms/shop.yaml, bundles it with a program, and runs the file in Node, Deno, Bun and Chromium. Prints what
differs from Node. --write writes the result into the README of the tool.`);
installOrSkip('runtimes');
/** @param {string} name */
const platform = (name) => group('runtimes').file(`.bin/${name}`);
const work = mkdtempSync(join(tmpdir(), 'lading-platforms-'));
const program = join(work, 'program.mjs');
try {
  await bundleProgram();
  const server = await listen(program);
  const node = { version: process.versions.node, results: await resultsOf([process.execPath, program, server.origin]) };
  const platforms = {
    Deno: {
      version: await versionOf(platform('deno')),
      results: await resultsOf([
        platform('deno'),
        'run',
        '--allow-net',
        '--no-config',
        '--quiet',
        program,
        server.origin,
      ]),
    },
    Bun: {
      version: await versionOf(platform('bun')),
      results: await resultsOf([platform('bun'), program, server.origin]),
    },
    Chromium: await resultsInBrowser(server.origin),
  };
  server.close();
  const report = reportOf(node, platforms);
  process.stdout.write(`${report}\n`);
  if (process.argv.includes('--write')) {
    writeResult(readme, 'platforms', report);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function bundleProgram() {
  const workspace = join(work, 'shop');
  const document = new URL('platforms/shop.yaml', import.meta.url).pathname;
  const { failure } = await limitedRun([
    ...[lading, 'generate', '--quiet', '--clients', '--document', document],
    ...['--out', workspace, '--scope', '@shop'],
  ]);
  if (failure !== undefined) throw new Error(failure);
  const tsconfig = writeProject(workspace);
  const [client] = packagesIn(workspace).filter(({ name }) => name.includes('/client-'));
  await build({
    entryPoints: [new URL('platforms/program.mjs', import.meta.url).pathname],
    alias: { client: join(client?.folder ?? '', 'gen', 'index.ts') },
    nodePaths: [join(workspace, 'node_modules')],
    ...{ tsconfig, outfile: program, bundle: true, platform: 'browser', format: 'esm', logLevel: 'error' },
  });
}

/** @typedef {Readonly<Record<string, unknown>>} Results */
/** @typedef {{ readonly version: string, readonly results: Results }} Platform `version`, or why there is none */

/** @param {readonly string[]} command @returns {Promise<Results>} */
async function resultsOf(command) {
  return JSON.parse(await outputOf(command));
}

/** @param {string} program */
async function versionOf(program) {
  return /\d+\.\d+\.\d+/.exec(await outputOf([program, '--version']))?.[0] ?? 'unknown';
}

/** @param {readonly string[]} command */
async function outputOf([file = '', ...args]) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 });
  return text(child.stdout);
}

/** @param {Platform} node @param {Readonly<Record<string, Platform>>} platforms */
function reportOf(node, platforms) {
  const names = Object.keys(node.results);
  const differing = (/** @type {Results} */ results) =>
    names.filter((name) => !isDeepStrictEqual(results[name], node.results[name]));
  const rows = Object.entries(platforms).map(([name, { version, results }]) => {
    const equal = names.length - differing(results).length;
    return `| ${name} ${version} | ${Object.keys(results).length === 0 ? 'not run' : `${equal} of ${names.length}`} |`;
  });
  const differences = Object.entries(platforms).flatMap(([name, { results }]) =>
    Object.keys(results).length === 0
      ? []
      : differing(results).map((call) => `- ${name}, ${call}: ${JSON.stringify(results[call])}`),
  );
  return [
    `${new Date().toISOString().slice(0, 10)}; compared with Node ${node.version}.`,
    ['| platform | calls with equal results |', '| --- | --- |', ...rows].join('\n'),
    ...(differences.length > 0 ? [differences.join('\n')] : []),
  ].join('\n\n');
}
