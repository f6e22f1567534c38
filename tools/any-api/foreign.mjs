/** Calls a generated server with the clients of other tools, and compares what arrives with what was sent. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { usage } from '../run/entry.mjs';
import { bundled } from './checks/bundled.mjs';
import { generate } from './checks/check-document.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { calls } from './foreign/calls.mjs';
import { heyApi } from './foreign/hey-api.mjs';
import { openapiFetch } from './foreign/openapi-fetch.mjs';
import { readme } from './places.mjs';

usage(`
Usage: node tools/any-api/foreign.mjs [--write]

Generates a server of foreign/pets.yaml, and calls it with openapi-fetch and with the client that hey-api generates. Prints what
arrives differently. --write writes the result into the README of the tool.`);
installOrSkip('peers');
const token = 'secret';
const document = new URL('foreign/pets.yaml', import.meta.url).pathname;
const work = mkdtempSync(join(tmpdir(), 'lading-foreign-'));
try {
  const server = await servedFrom(work);
  /** @type {string[]} */
  const rows = [];
  /** @type {string[]} */
  const failures = [];
  for (const [name, call] of [
    /** @type {const} */ (['openapi-fetch', await openapiFetch(server.address, token)]),
    /** @type {const} */ (['hey-api', await heyApi(document, join(work, 'hey-api'), server.address, token)]),
  ]) {
    let arrived = 0;
    for (const one of calls) {
      const difference = await differenceOf(one, call);
      if (difference === undefined) arrived += 1;
      else failures.push(`- ${name}, \`${one.operation}\`: ${difference}`);
    }
    rows.push(`| ${name} | ${arrived} of ${calls.length} |`);
  }
  await server.close();
  const date = new Date().toISOString().slice(0, 10);
  const table = ['| client | calls that arrive equal |', '| --- | --- |', ...rows].join('\n');
  const report = [
    `${date}, Node ${process.versions.node}.`,
    table,
    ...(failures.length > 0 ? [failures.join('\n')] : []),
  ];
  process.stdout.write(`${report.join('\n\n')}\n`);
  if (process.argv.includes('--write')) {
    writeResult(readme, 'foreign', report.join('\n\n'));
  }
  process.exitCode = failures.length > 0 ? 1 : 0;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Starts the generated server, whose handlers return what they receive. @param {string} folder */
async function servedFrom(folder) {
  const workspace = join(folder, 'lading');
  const { failure } = await generate([document], workspace);
  if (failure !== undefined) throw new Error(failure);
  writeProject(workspace);
  const [pack] = packagesIn(workspace).filter(({ name }) => name.includes('/server-'));
  const { server } = await bundled(workspace, { server: join(pack?.folder ?? '', 'gen', 'index.ts') });
  /** @type {Record<string, Record<string, (call: any) => unknown>>} */
  const handlers = {};
  for (const { noun, verb } of Object.values(server.contract.operations)) {
    (handlers[noun] ??= {})[verb] = async ({ path, query, headers, body, identity }) => ({
      ...{ path, query, headers, identity },
      body: await shown(body),
    });
  }
  const security = { token: (/** @type {{ credential: string }} */ { credential }) => credential };
  const running = server.createServer(handlers, { security });
  const { address } = await running.listen({ port: 0 });
  return { address, close: () => running.close({ timeout: 0 }) };
}

/** @param {import('./foreign/calls.mjs').ForeignCall} one @param {(one: import('./foreign/calls.mjs').ForeignCall) => Promise<any>} call */
async function differenceOf(one, call) {
  const { path = {}, query = {}, headers = {}, body } = one;
  const wanted = {
    path,
    query,
    headers,
    identity: { token },
    ...(body !== undefined && { body: one.received ?? body }),
  };
  try {
    const got = await call(one);
    if (isDeepStrictEqual(got, wanted)) return undefined;
    return `sent ${JSON.stringify(wanted)}, received ${JSON.stringify(got)}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A body as JSON: bytes as text, files with their name. @param {any} value @returns {Promise<unknown>} */
async function shown(value) {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(shown));
  if ('mediaType' in value) return { name: value.name, text: Buffer.from(await value.bytes()).toString() };
  if (Symbol.asyncIterator in value) return text(value);
  return Object.fromEntries(
    await Promise.all(Object.entries(value).map(async ([key, one]) => [key, await shown(one)])),
  );
}
