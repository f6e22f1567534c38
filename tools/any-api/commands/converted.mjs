/** Sends requests of older versions to generated servers of newer ones, and has what handlers receive judged by ajv. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { versionedCopy } from '../checks/check-pair.mjs';
import { limitedRun } from '../checks/limited-run.mjs';
import { pairOf } from '../checks/mirror/start.mjs';
import { foldersOf, generate, writeProject } from '../checks/workspace.mjs';
import { lading, program, readme } from '../places.mjs';
import { versionedPairs } from '../sample/pairs.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the packages of pairs of versions, and sends requests of the older version to the server of the newer one: valid ones, and
ones with changed values. Conversion hooks pass messages on or write something wrong. What handlers receive is validated with ajv
by the newer document. Prints a table, and each failure. The exit code is 1 if there are some.`,
  options: {
    operations: ['N', 'the most operations of a pair, drawn by the seed', 60],
    requests: ['N', 'the requests of an operation', 25],
    seed: ['N', 'what is drawn', 1],
    only: ['TEXT', 'pairs with TEXT in their name', ''],
    documents: ['FOLDER', 'a folder with documents that no package has: see the README of the tool', ''],
  },
  page: readme,
  marker: 'converted',
  async run({ seed, operations, requests, only, documents }, { progress }) {
    installOrSkip('documents');
    await limitedRun([lading, '--version']);
    const own = (/** @type {string} */ date) => join(documents, `discord-${date}.json`);
    const discord = { older: own('2025-10-10'), newer: own('2026-07-18') };
    const pairs = [...versionedPairs, { name: 'Discord 2025-10-10 → 2026-07-18', ...discord }];
    const rows = [];
    let isFailed = false;
    for (const { name, older, newer } of pairs.filter((pair) => pair.name.includes(only))) {
      if (!existsSync(older)) {
        progress(`skipped: ${name}, see --documents`);
        continue;
      }
      const result = await inFolder((work) => check(work, older, newer, { seed, operations, requests }));
      const failures = 'failure' in result ? [result] : result.failures;
      isFailed ||= failures.length > 0;
      for (const failure of failures.slice(0, 20)) progress(`${name}: ${Object.values(failure).join(': ')}`);
      rows.push([name, ...figuresOf(result)]);
    }
    const first = ['operations', 'requests', 'reached a handler', 'refused', 'errors of hooks', 'with losses'];
    const columns = ['pair', ...right(...first, 'values that the type excludes', 'unreported losses')];
    const text = `${heading(`seed ${seed}`, `\`--operations ${operations}\``)}\n\n${markdownTable(columns, rows)}`;
    return { text, failed: isFailed };
  },
};

/**
 * @typedef {import('../checks/converted/check-messages.mjs').ConvertedResult} ConvertedResult
 * @typedef {import('../checks/converted/check-messages.mjs').Settings} Settings
 * @param {string} work @param {string} older @param {string} newer @param {Pick<Settings, 'seed' | 'operations' | 'requests'>} numbers
 */
async function check(work, older, newer, numbers) {
  const documents = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
  const out = join(work, 'out');
  const generated = await generate(documents, out, ['--clients', '--servers', '--conversions']);
  if (generated.failure !== undefined) return { failure: generated.failure };
  writeProject(out);
  return checkMessages(out, 'older', documents, '1.0', numbers);
}

/**
 * Calls the server of one version with the client of the other one, in a process of its own.
 * @param {string} out the generated packages @param {'older' | 'newer'} side the version of the client @param {readonly string[]} documents the older one
 * first @param {string} overlay the version of the conversions @param {Omit<Settings, 'folders' | 'documents' | 'side' | 'file'>} settings
 * @returns {Promise<ConvertedResult | { readonly failure: string }>}
 */
export async function checkMessages(out, side, documents, overlay, settings) {
  const inOrder = (/** @type {readonly string[]} */ both) => (side === 'older' ? [...both] : [...both].reverse());
  const [client = '', server = ''] = inOrder(['1.0', '2.0']);
  const file = join(out, `${side}.json`);
  const folders = foldersOf(out, ...pairOf(client, server, overlay));
  const all = JSON.stringify({ ...settings, folders, documents: inOrder(documents), side, file });
  const programs = [program('run-program.mjs'), program('converted/check-messages.mjs')];
  const { failure } = await limitedRun([...programs, out, all]);
  return failure === undefined ? JSON.parse(readFileSync(file, 'utf8')) : { failure };
}

/** @param {ConvertedResult | { readonly failure: string }} result */
function figuresOf(result) {
  if ('failure' in result) return ['not checked', ...Array(7).fill('')];
  const { operations, requests, arrived, refused, hookErrors, lossy, failures } = result;
  const lost = failures.filter(({ reason }) => reason.includes('lost')).length;
  return [operations, requests, arrived, refused, hookErrors, lossy, failures.length - lost, lost];
}
